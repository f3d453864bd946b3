/** What was pasted, as a number or an account, without the spaces and invisible marks that came along. */
export function withoutSpaces(value: string): string {
  return value.replace(/[\s\p{Cf}]/gu, '')
}
