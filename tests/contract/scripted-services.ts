import type { Services } from '#core/services.ts';

type Area = Exclude<keyof Services, 'close' | 'forWorkspace'>;

/** What a test scripts; everything else fails the call that reaches it. */
export type ServicesScript = {
  [Name in Area]?: Partial<Services[Name]>;
};

export interface ScriptedServices {
  readonly services: Services;
  /** Services that were called, as `catalog.list`, in order. */
  readonly calls: readonly string[];
}

/**
 * Services for tests that need to hold a call open, fail it or watch its signal, which real services cannot be made to do
 * on demand. What real services answer is tested with real services.
 */
export function scriptedServices(script: ServicesScript): ScriptedServices {
  const calls: string[] = [];
  const area = (name: Area) =>
    new Proxy(
      {},
      {
        get:
          (_, method) =>
          (...args: unknown[]) => {
            const path = `${name}.${String(method)}`;
            calls.push(path);
            const scripted: unknown = Reflect.get(script[name] ?? {}, method);
            if (typeof scripted !== 'function') throw new Error(`${path} is not scripted`);
            return Reflect.apply(scripted, undefined, args);
          },
      },
    );
  // Not every area is listed: whoever adds one need not come by here.
  const services = new Proxy({} as Services, {
    get: (_, name) => (name === 'close' ? async () => undefined : area(name as Area)),
  });
  return { services, calls };
}
