/** The log levels have their own file, so that reading settings opens no log. */
export const logLevels = ['silent', 'error', 'warn', 'info'] as const
export type LogLevel = (typeof logLevels)[number]
