// What is told at a table from now on, for parts that show something when they hear of it.

/** A listener: what was told since it last asked, line by line. What was told before the first time is old. */
export function newsOf(): (told: readonly string[]) => string[] {
  let heard: number | null = null;
  return (told) => {
    const news = told.slice(heard ?? told.length);
    heard = told.length;
    return news;
  };
}
