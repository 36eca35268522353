import { createContext, use, useEffect } from 'react';

type Flush = () => Promise<void>;

/** The fields of a form, as something that can be told to put what was typed into the text at once. */
export const FormFlushContext = createContext<Set<Flush> | null>(null);

export function useFormFlush(flush: Flush): void {
  const fields = use(FormFlushContext);
  useEffect(() => {
    fields?.add(flush);
    return () => {
      fields?.delete(flush);
    };
  }, [fields, flush]);
}

export async function flushForm(fields: ReadonlySet<Flush>): Promise<void> {
  await Promise.all([...fields].map((flush) => flush()));
}
