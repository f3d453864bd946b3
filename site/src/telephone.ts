/** A written number, 0571-8765 4321 for instance, as a telephone dials it. */
export function telephone(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`
}
