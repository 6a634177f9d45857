import { MediaQuery } from "svelte/reactivity";

/** Whether the screen is a phone's: things stand in other places there. The styles beside it know the same width. */
export const narrow = new MediaQuery("max-width: 760px");
