import type { Permission } from '@ce/contract'

type AreaOf<Name> = Name extends `${infer Area}.${string}` ? Area : never

const titles: Readonly<Record<AreaOf<Permission>, string>> = {
  poster: '内容',
  site: '内容',
  teaching: '教学',
  question: '教学',
  student: '学员',
  study: '学员',
  exam: '考务',
  capture: '考务',
  proof: '学时与证明',
  reduction: '学时与证明',
  statistics: '学时与证明',
  finance: '财务',
  invoice: '财务',
  organisation: '财务',
  staff: '系统',
  setting: '系统',
  retention: '系统',
  message: '系统',
  system: '系统',
  audit: '系统',
}

/** Groups permissions by menu heading in menu order; headings without permissions are left out. */
export function groupPermissionsByArea(held: readonly Permission[]): Map<string, Permission[]> {
  const found = new Map<string, Permission[]>()
  for (const [area, title] of Object.entries(titles)) {
    const own = held.filter((name) => name.startsWith(`${area}.`))
    if (own.length > 0) found.set(title, [...(found.get(title) ?? []), ...own])
  }
  return found
}
