/**
 * One definition that a model reads, as its source sent it: a tool, or a text with a name, such as the instructions of a server,
 * a prompt or a skill (its text is the description). Schemas, annotations and examples are hostile data of any shape.
 */
export interface AuditInput {
  readonly name: string;
  /** The server or file that it comes from. Tools with equal sources are siblings, which may speak of each other. */
  readonly source?: string | null | undefined;
  /** Not a tool: instructions, a prompt or a skill, which may name tools of any server. */
  readonly is_text?: boolean | undefined;
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly input_schema?: unknown;
  readonly output_schema?: unknown;
  readonly annotations?: unknown;
  readonly examples?: unknown;
  /** Other fields that reach a model, such as `usage_hint`. */
  readonly extra?: unknown;
}
