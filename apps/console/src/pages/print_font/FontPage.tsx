import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDate } from '@ce/client/format.ts'
import { printFontQuery } from '@ce/client/staff/print_font.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import classes from './Fonts.module.css'
import { CharacterTiles } from './LetterTiles.tsx'

export function PrintFontPage() {
  const { id = '' } = useParams()
  const query = useQuery(printFontQuery(id))
  return (
    <>
      <BackLink to={paths.fonts()}>打印字体</BackLink>
      <QueryContent query={query}>
        {(font) => (
          <>
            <PageHeader title={font.name}>
              {font.fileName}，{formatDate(font.addedAt)} 由 {font.addedBy} 添加。来源和许可：
              {font.note}
              {font.removedAt && `。${formatDate(font.removedAt)} 由 ${font.removedBy} 停用：${font.removeReason}`}
            </PageHeader>
            <section className={classes.part} aria-labelledby="drawn">
              <h2 id="drawn">
                补上的字（{font.drawn} 个，证明用到 {font.used} 个）
              </h2>
              {font.letters.length === 0 ? <p>还没有补过字。</p> : <CharacterTiles letters={font.letters} />}
            </section>
          </>
        )}
      </QueryContent>
    </>
  )
}
