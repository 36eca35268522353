import { type AddCommand, portNumber, type Run } from './options.ts';

/** Adds the commands about the workspace as a whole: init, doctor, app, serve, open. */
export function addWorkspaceCommands(command: AddCommand, run: Run): void {
  command('init [folder]', 'make a workspace')
    .option('--demo', 'with the tools, tasks and golden queries of the demo; in an empty folder')
    .action((folder: string | undefined, options) =>
      run(async (context) => (await import('../commands/init.ts')).init(context, folder, options)),
    );
  command('doctor', 'check versions, full-text search and the workspace').action(() =>
    run(async (context) => (await import('../commands/doctor.ts')).doctor(context)),
  );
  command('app', 'open the app in a window where Electron is installed, else in a browser')
    .option('--no-open', 'in a browser: print the address and open nothing')
    .action((options) => run(async (context) => (await import('../commands/app.ts')).app(context, options)));
  command('serve', 'open the app in a browser, on this computer only')
    .option('--port <port>', 'port to listen on (default: the port of the first start, else a free one)', portNumber)
    .option('--no-open', 'print the address and open no browser')
    .action((options) => run(async (context) => (await import('../commands/serve.ts')).serve(context, options)));
  command('open [address]', 'open the app in a browser at an address, such as tools/github.create_issue')
    .option('--port <port>', 'port to listen on (default: the port of the first start, else a free one)', portNumber)
    .action((address: string | undefined, options) =>
      run(async (context) =>
        (await import('../commands/serve.ts')).serve(context, { ...options, open: true, address }),
      ),
    );
}
