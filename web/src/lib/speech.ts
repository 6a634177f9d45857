// Words are said aloud where the browser has a voice. Many have none: that is normal, and then words are only shown.

import { voiceOn } from "./keep";

export function say(words: string[]): void {
  const voice = globalThis.speechSynthesis;
  if (!voice || !voiceOn() || words.length === 0) return;
  try {
    voice.cancel();
    for (const word of words) {
      const said = new SpeechSynthesisUtterance(word);
      said.lang = document.documentElement.lang;
      said.rate = 0.85;
      voice.speak(said);
    }
  } catch {
    // No voice after all.
  }
}
