/** What the server tells a reading process: a file to read, or the bytes of it that were asked for. */
export type ToReader =
  | { kind: 'job'; script: string; input: unknown; size: number }
  | { kind: 'bytes'; bytes: Uint8Array }

/** What a reading process tells the server; the last message about a file is `end`, `problem`, `refusal` or `broken`. */
export type ToServer =
  | { kind: 'read'; start: number; length: number }
  | { kind: 'value'; value: unknown }
  | { kind: 'end' }
  /** a sentence for the person whose file it is */
  | { kind: 'problem'; problem: string }
  | { kind: 'refusal'; key: string; detail: Record<string, unknown> }
  /** a parser failed; what it said is about somebody's file, and goes nowhere */
  | { kind: 'broken' }
