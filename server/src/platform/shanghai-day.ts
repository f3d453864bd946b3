const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' })

/** YYYY-MM-DD as the wall calendar in Shanghai says, whatever the server's zone. In SQL: shanghai_date(). */
export function shanghaiDay(at: Date): string {
  return calendar.format(at)
}
