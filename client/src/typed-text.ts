export function withoutSpaces(value: string): string {
  return value.replace(/[\s\p{Cf}]/gu, '')
}
