/** What LOG_LEVEL may be, from nothing to a line for each request; apart, so that reading it opens no log. */
export const logLevels = ['silent', 'error', 'warn', 'info'] as const
export type LogLevel = (typeof logLevels)[number]
