import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network between a gateway and its PostgreSQL that can be slow or cut. */
export interface SlowNetwork {
  readonly port: number;
  /** Milliseconds that each piece waits, each way; 0 at first. */
  delayMs: number;
  /** Cuts every connection, and takes none until `mend`. */
  cut(): void;
  mend(): void;
  close(): void;
}

export async function slowNetwork(target: number): Promise<SlowNetwork> {
  const open = new Set<Socket>();
  let isCut = false;
  const pass = (from: Socket, to: Socket) => {
    from.on('data', (piece) => {
      if (network.delayMs === 0) to.write(piece);
      else setTimeout(() => to.writable && to.write(piece), network.delayMs);
    });
    from.on('close', () => to.destroy());
    from.on('error', () => to.destroy());
  };
  const server = createServer((from) => {
    if (isCut) return from.destroy();
    const to = connect(target, '127.0.0.1');
    for (const socket of [from, to]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    }
    pass(from, to);
    pass(to, from);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const network: SlowNetwork = {
    port: (server.address() as AddressInfo).port,
    delayMs: 0,
    cut() {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
  return network;
}
