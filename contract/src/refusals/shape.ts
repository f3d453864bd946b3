/** `{name}` in a msg is filled from the refusal's data; the HTTP status only when it is not 200. */
export type Refusals = Record<string, { code: number; msg: string; status?: number }>
