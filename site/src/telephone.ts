/** Converts a telephone number such as 0571-8765 4321 to dialling form. */
export function toDialNumber(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`
}
