import type { PosterInfo } from './data.ts'

type Heading = PosterInfo['contents'][number]

/** fewer headings are seen at a glance */
const fewest = 4

/** Whether a text is long enough for a table of contents. */
export function hasContents({ contents }: Pick<PosterInfo, 'contents'>): boolean {
  return contents.length >= fewest
}

/** The table of contents of a long text: beside it on a wide screen, folded above it on a phone. */
export function SideContents({ contents }: { contents: readonly Heading[] }) {
  return (
    <nav className="side-contents" aria-label="目录">
      <p>目录</p>
      <ContentsList contents={contents} />
    </nav>
  )
}

export function FoldedContents({ contents }: { contents: readonly Heading[] }) {
  return (
    <details className="folded-contents">
      <summary>目录（{contents.length} 节）</summary>
      <nav aria-label="目录">
        <ContentsList contents={contents} />
      </nav>
    </details>
  )
}

function ContentsList({ contents }: { contents: readonly Heading[] }) {
  return (
    <ol>
      {contents.map(({ anchor, text, level }) => (
        <li key={anchor} className={`contents-${level}`}>
          <a href={`#${anchor}`}>{text}</a>
        </li>
      ))}
    </ol>
  )
}
