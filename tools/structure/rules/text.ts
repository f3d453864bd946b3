import { codeFiles, type Tree } from '../tree.ts'

const maxLines = 400
/** generated files, seeds and the tables of tests may be long (house rule 2) */
const mayBeLong = /\/generated\/|^server\/seeds\/|\.cases\.ts$/

/** What no file may hold. biome refuses `any`, default exports and `!`; here nobody switches that off. */
const forbidden: [pattern: RegExp, problem: string][] = [
  [/(?:\/\/|\*|--).*\b(?:TODO|FIXME|XXX|HACK)\b/, 'finish it now, or leave it out'],
  [
    /biome-ignore\s+lint\/(?:suspicious\/noExplicitAny|style\/noDefaultExport|style\/noNonNull|complexity\/noExcessive)/,
    'this rule has no exceptions',
  ],
  [/@ts-(?:ignore|nocheck|expect-error)/, 'type it'],
  [/\b(?:it|test|describe)\.(?:only|skip|todo|fixme)\(/, 'every test runs'],
  [/\bvi\.mock\(/, 'no mock of our own code'],
]

/** Length and forbidden words, a line each. */
export function checkText(tree: Tree): string[] {
  return (
    codeFiles(tree)
      // this folder quotes what it forbids; a .d.ts must say how the bundler exports a picture
      .filter(([path]) => !path.startsWith('tools/structure/') && !path.endsWith('.d.ts'))
      .flatMap(([path, text]) => {
        const lines = text.split('\n')
        const long = lines.length - 1 > maxLines && !mayBeLong.test(path)
        return [
          ...(long ? [`${path}: ${lines.length - 1} lines, at most ${maxLines}`] : []),
          ...lines.flatMap((line, index) =>
            forbidden
              .filter(([pattern]) => pattern.test(line))
              .map(
                ([, problem]) => `${path}:${index + 1}: ${line.trim().slice(0, 60)} — ${problem}`,
              ),
          ),
        ]
      })
  )
}
