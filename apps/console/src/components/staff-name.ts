/** Returns the display name of an actor; a staff member's username if the name is not known yet. */
export function staffNameOf(actor: string, names: ReadonlyMap<string, string> = new Map()): string {
  if (actor === 'system') return '系统'
  if (actor.startsWith('student:')) return '学员'
  return actor.startsWith('organisation:') ? '用人单位' : (names.get(actor) ?? actor)
}
