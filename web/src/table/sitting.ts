// A seat of this device (or a place to watch from): what it sees, and its connection.

import { Connection } from "../lib/connection";
import type { Held } from "../lib/keep";
import { Table } from "../lib/table.svelte";

export class Sitting {
  readonly held: Held | null;
  readonly table: Table;
  private readonly connection: Connection;

  constructor(code: string, held: Held | null) {
    this.held = held;
    const table = new Table((message) => this.connection.send(message));
    this.table = table;
    this.connection = new Connection({
      url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${code}`,
      token: held?.token ?? null,
      receive: (message) => table.receive(message),
      frame: (data) => table.motion.receive(data, performance.now()),
      link: (link) => (table.link = link),
      since: () => (table.seq < 0 ? null : table.seq),
      forget: () => table.forget(),
    });
  }

  close(): void {
    this.connection.close();
  }
}
