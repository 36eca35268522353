import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** A network between gateways and their PostgreSQL that can be slow, silent or cut. */
export interface Network {
  readonly port: number;
  /** Milliseconds that each piece waits, each way; 0 at first. */
  delayMs: number;
  /** Cuts every connection, and refuses new ones until `mend`. */
  cut(): void;
  /** Holds every piece back until `mend`, and then delivers it, as a network that sends lost packets again. */
  silence(): void;
  mend(): void;
  close(): void;
}

/** A network to a port of this machine. */
export async function networkTo(target: number): Promise<Network> {
  const open = new Set<Socket>();
  let isCut = false;
  let [flowing, mend] = [Promise.resolve(), () => {}];
  const pass = async (from: Socket, to: Socket) => {
    try {
      // One piece after the other: a delay that ends must not let a later piece overtake.
      for await (const piece of from) {
        if (network.delayMs > 0) await setTimeout(network.delayMs);
        await flowing;
        to.write(piece as Buffer);
      }
      to.end();
    } catch {
      to.destroy();
    }
  };
  const server = createServer((from) => {
    if (isCut) return from.destroy();
    const to = connect(target, '127.0.0.1');
    for (const socket of [from, to]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => open.delete(socket));
    }
    void pass(from, to);
    void pass(to, from);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const network: Network = {
    port: (server.address() as AddressInfo).port,
    delayMs: 0,
    cut() {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    silence() {
      flowing = new Promise((resolve) => {
        mend = resolve;
      });
    },
    mend() {
      isCut = false;
      mend();
    },
    close() {
      network.cut();
      mend();
      server.close();
    },
  };
  return network;
}
