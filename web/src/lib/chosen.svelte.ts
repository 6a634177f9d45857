// What the people at this device chose, for all seats that they hold.

import { keepKeys, keysOn } from "./keep";

class Chosen {
  private letters = $state(keysOn());

  /** Whether letters do something wherever the focus is. */
  get keys(): boolean {
    return this.letters;
  }

  set keys(on: boolean) {
    this.letters = on;
    keepKeys(on);
  }
}

export const chosen = new Chosen();
