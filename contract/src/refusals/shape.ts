/**
 * The placeholder `{name}` in `msg` is replaced by a value from the refusal's data. `status` is given only when it is
 * not 200.
 */
export type RefusalCatalogue = Record<string, { code: number; msg: string; status?: number }>
