import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDate } from '@ce/client/format.ts'
import type { PrintFont, WantedCharacter } from '@ce/client/staff/print_font.ts'
import { printFontsQuery, wantedCharactersQuery } from '@ce/client/staff/print_font.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, type TableProps } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { CellWithNote, DeskTable } from '../../components/DeskTable.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { AddFontDialog } from './AddFont.tsx'
import classes from './Fonts.module.css'
import { RemoveFontDialog } from './RemoveFont.tsx'

/** The page 打印字体 lists missing characters with the proofs that wait for them, and added fonts. */
export function PrintFontsPage() {
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<PrintFont | null>(null)
  return (
    <>
      <PageHeader
        title="打印字体"
        actions={
          <Button type="primary" onClick={() => setAdding(true)}>
            添加字体
          </Button>
        }
      >
        姓名、执业单位或课程名称中有打印字体里没有的字时，证明不会签发，先在这里等待。添加含有这个字的字体后，证明自动签发。屏幕上显示不出的字，可以按编码查找。
      </PageHeader>
      <WantedLetters />
      <AddedFonts onRemove={setRemoving} />
      {adding && <AddFontDialog onClose={() => setAdding(false)} />}
      {removing && <RemoveFontDialog font={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

function WantedLetters() {
  const query = useQuery(wantedCharactersQuery())
  return (
    <section aria-labelledby="wanted" className={classes.part}>
      <h2 id="wanted">缺的字</h2>
      <QueryContent query={query}>
        {({ list, proofs }) =>
          list.length === 0 ? (
            <EmptyState title="现在没有缺的字">有学员的姓名用到打印字体里没有的字时，会显示在这里。</EmptyState>
          ) : (
            <>
              <p>
                {list.length} 个字，{proofs} 份证明在等。
              </p>
              <DeskTable<WantedCharacter>
                aria-label="缺的字"
                rowKey="codePoint"
                columns={wantedColumns}
                dataSource={list}
              />
            </>
          )
        }
      </QueryContent>
    </section>
  )
}

const wantedColumns: NonNullable<TableProps<WantedCharacter>['columns']> = [
  {
    key: 'letter',
    title: '字',
    width: 150,
    render: (_, { letter, codePoint }) => (
      <span className={classes.wanted}>
        <span className={classes.letter} lang="zh-CN">
          {letter}
        </span>
        {codePoint}
      </span>
    ),
  },
  { key: 'people', title: '姓名有此字', width: 110, render: (_, { people }) => `${people} 人` },
  {
    key: 'proofs',
    title: '等待的证明',
    width: 150,
    render: (_, { waiting, unprintable }) => (
      <>
        {waiting + unprintable} 份
        {unprintable > 0 && <span className="cell-note">其中 {unprintable} 份以前已签发，暂不能打印</span>}
      </>
    ),
  },
  {
    key: 'since',
    title: '最早',
    width: 120,
    render: (_, { since }) => (since ? formatDate(since) : '—'),
  },
  {
    key: 'state',
    title: '状态',
    render: (_, { isComing }) => (isComing ? '已添加的字体里有，一分钟内自动补上' : '需要添加含有这个字的字体'),
  },
]

function AddedFonts({ onRemove }: { onRemove: (font: PrintFont) => void }) {
  const query = useQuery(printFontsQuery())
  return (
    <section aria-labelledby="fonts" className={classes.part}>
      <h2 id="fonts">添加过的字体</h2>
      <QueryContent query={query}>
        {({ list }) =>
          list.length === 0 ? (
            <p>还没有添加过。系统自带的字体可以打印常用字和大部分生僻字。</p>
          ) : (
            <DeskTable<PrintFont>
              aria-label="添加过的字体"
              rowKey="id"
              columns={fontColumns(onRemove)}
              dataSource={list}
            />
          )
        }
      </QueryContent>
    </section>
  )
}

const fontColumns = (onRemove: (font: PrintFont) => void): NonNullable<TableProps<PrintFont>['columns']> => [
  {
    key: 'name',
    title: '字体',
    render: (_, { id, name, note }) => (
      <CellWithNote note={note}>
        <Link to={paths.font(id)}>{name}</Link>
      </CellWithNote>
    ),
  },
  {
    key: 'drawn',
    title: '补上的字',
    width: 150,
    render: (_, { drawn, used }) => <CellWithNote note={`证明用到 ${used} 个`}>{drawn} 个</CellWithNote>,
  },
  {
    key: 'added',
    title: '添加',
    width: 130,
    render: (_, { addedAt, addedBy }) => <CellWithNote note={addedBy}>{formatDate(addedAt)}</CellWithNote>,
  },
  {
    key: 'state',
    title: '状态',
    width: 170,
    render: (_, { removedAt, removedBy, removeReason }) =>
      removedAt ? (
        <CellWithNote note={`${removedBy}：${removeReason}`}>{formatDate(removedAt)} 停用</CellWithNote>
      ) : (
        '使用中'
      ),
  },
  {
    key: 'act',
    title: '操作',
    width: 90,
    render: (_, font) =>
      !font.removedAt && (
        <Button size="small" onClick={() => onRemove(font)} aria-label={`停用 ${font.name}`}>
          停用
        </Button>
      ),
  },
]
