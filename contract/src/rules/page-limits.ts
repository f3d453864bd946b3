/** Of a list: the last page that may be asked for, and how many rows a page may have. */
export const pageLimits = { page: 100_000, pageSize: 100 } as const
