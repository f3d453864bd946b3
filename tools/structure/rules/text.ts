import { listCodeFiles, type SourceTree } from '../tree.ts'

const maxLines = 400
/** Generated files, seeds and test tables may be long. */
const mayBeLong = /\/generated\/|^server\/seeds\/|\.cases\.ts$/

/** Text that no file may contain, such as comments that switch off checks. */
const forbidden: [pattern: RegExp, problem: string][] = [
  [/(?:\/\/|\*|--).*\b(?:TODO|FIXME|XXX|HACK)\b/, 'finish it now, or leave it out'],
  [
    /biome-ignore\s+lint\/(?:suspicious\/noExplicitAny|style\/noDefaultExport|style\/noNonNull|complexity\/noExcessive)/,
    'this rule has no exceptions',
  ],
  [/@ts-(?:ignore|nocheck|expect-error)/, 'type it'],
  [/\b(?:it|test|describe)\.(?:only|skip|todo|fixme)\(/, 'every test runs'],
  [/\bvi\.mock\(/, 'no mock of our own code'],
  [/\bmaxLength=(?:\{\d|")/, 'the contract has it: @ce/contract/generated/…-limits'],
]

/** Checks each file's length and its forbidden text. */
export function checkFileText(tree: SourceTree): string[] {
  return (
    listCodeFiles(tree)
      /**
       * Skip this folder, because it quotes forbidden text, and .d.ts files, because they must match how the bundler
       * exports pictures.
       */
      .filter(([path]) => !path.startsWith('tools/structure/') && !path.endsWith('.d.ts'))
      .flatMap(([path, text]) => {
        const lines = text.split('\n')
        const long = lines.length - 1 > maxLines && !mayBeLong.test(path)
        return [
          ...(long ? [`${path}: ${lines.length - 1} lines, at most ${maxLines}`] : []),
          ...lines.flatMap((line, index) =>
            forbidden
              .filter(([pattern]) => pattern.test(line))
              .map(([, problem]) => `${path}:${index + 1}: ${line.trim().slice(0, 60)} — ${problem}`),
          ),
        ]
      })
  )
}
