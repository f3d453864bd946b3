import type { Tree } from '../tree.ts'

const page = 'docs/phone.md'

/**
 * docs/phone.md lists every private page of the desktop with its twin on the phone: a row each, named as in paths.ts. A page
 * without its twin, a twin of nothing and a row of neither are found.
 */
export function checkPhoneTwins({ texts }: Tree): string[] {
  const desktop = routesBelow(texts, 'apps/portal/src/pages/')
  const phone = routesBelow(texts, 'apps/h5/src/pages/')
  const rows = rowsOf(texts.get(page) ?? '')
  const listed = new Set(rows.map(({ name }) => name))
  return [
    ...missing(desktop, phone).map((name) => `paths.${name}: the phone has no screen for it`),
    ...missing(phone, desktop).map((name) => `paths.${name}: a screen of the phone's alone`),
    ...missing(desktop, listed).map((name) => `${page}: no row for paths.${name}`),
    ...missing(listed, desktop).map((name) => `${page}: paths.${name} is no page`),
    ...rows
      .filter((row) => row.phone !== `/h5${row.desktop}`)
      .map(({ name }) => `${page}: paths.${name} has another address on the phone`),
  ]
}

const missing = (of: ReadonlySet<string>, from: ReadonlySet<string>): string[] =>
  [...of].filter((name) => !from.has(name))

/** The names of paths.ts that route tables below a folder give as `path: paths.name(…)`. */
function routesBelow(texts: ReadonlyMap<string, string>, folder: string): Set<string> {
  const tables = [...texts].filter(([path]) => path.startsWith(folder) && /routes\.tsx$/.test(path))
  return new Set(
    tables.flatMap(([, text]) =>
      [...text.matchAll(/\bpath: paths\.(\w+)\(/g)].map(([, name]) => name ?? ''),
    ),
  )
}

interface Row {
  name: string
  desktop: string
  phone: string
}

/** `| title | name | desktop | phone |`, the last three in backticks. */
function rowsOf(text: string): Row[] {
  const row = /^\|[^|]+\| *`(\w+)` *\| *`([^`]+)` *\| *`([^`]+)` *\|/gm
  return [...text.matchAll(row)].map(([, name = '', desktop = '', phone = '']) => ({
    name,
    desktop,
    phone,
  }))
}
