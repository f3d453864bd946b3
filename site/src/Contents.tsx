import type { PosterInfo } from './data.ts'

type Heading = PosterInfo['contents'][number]

const fewest = 4

/** A shorter text needs no table of contents. */
export function hasTableOfContents({ contents }: Pick<PosterInfo, 'contents'>): boolean {
  return contents.length >= fewest
}

export function SideTableOfContents({ contents }: { contents: readonly Heading[] }) {
  return (
    <nav className="side-contents" aria-label="目录">
      <p>目录</p>
      <ContentsList contents={contents} />
    </nav>
  )
}

export function FoldedTableOfContents({ contents }: { contents: readonly Heading[] }) {
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
