import { failureWords } from '@ce/client/form-refusal.ts'
import { type ImportItem, useChooseImported } from '@ce/client/staff/poster_import.ts'
import { categories } from '@ce/contract/categories'
import { showNotice } from '@ce/ui/notices.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { Alert, Button, Input, Select } from 'antd'
import { lazy, Suspense, useId } from 'react'
import { useNavigate } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import { useUnsaved } from '../../components/use-unsaved.ts'
import { paths } from '../../paths.ts'
import editor from '../poster/Editor.module.css'
import { Field } from '../poster/Field.tsx'
import { SideFields } from '../poster/SideFields.tsx'
import { TitleFields } from '../poster/TitleFields.tsx'
import classes from './Import.module.css'
import { ItemNotices } from './ItemNotices.tsx'
import type { useItemSteps } from './steps.ts'
import { type MendedDesk, useMended } from './use-mended.ts'

const RichEditor = lazy(async () => ({
  default: (await import('../../components/editor/RichEditor.tsx')).RichEditor,
}))

interface ImportItemEditorProps {
  importId: string
  item: ImportItem
  steps: ReturnType<typeof useItemSteps>
  /** reads it anew, and gives up what is typed */
  renew: () => Promise<void>
}

const options = categories.map(({ id, title }) => ({ value: id as number, label: title }))

/** Title, category, date and text of an item that is not made yet. */
export function ImportItemEditor({ importId, item, steps, renew }: ImportItemEditorProps) {
  const desk = useMended(importId, item)
  const { content, categoryId, edit, unsaved } = desk
  useUnsaved(unsaved, '这篇内容')
  const fields = { content, categoryId: categoryId ?? 0, readOnly: false, edit }
  return (
    <div className={editor.page}>
      <Header importId={importId} item={item} steps={steps} desk={desk} />
      <ItemNotices desk={desk} problems={item.problems} renew={renew} />
      <div className={editor.columns}>
        <div className={editor.main}>
          <TitleFields {...fields} titleRef={null} />
          <div className={classes.place}>
            <Field label="栏目" required>
              {(props) => (
                <Select
                  {...props}
                  placeholder="请选择栏目"
                  value={categoryId}
                  options={options}
                  onChange={(id) => id !== null && desk.place(id)}
                />
              )}
            </Field>
            <Field label="日期（北京时间）" hint="不填则用发布时的时间">
              {(props) => (
                <Input
                  {...props}
                  type="datetime-local"
                  value={desk.day}
                  onChange={({ target }) => desk.date(target.value)}
                />
              )}
            </Field>
          </div>
          <Body desk={desk} />
        </div>
        <SideFields {...fields} />
      </div>
    </div>
  )
}

function Body({ desk }: { desk: MendedDesk }) {
  const id = useId()
  return (
    <div className={editor.field}>
      <span id={id} className={editor.label}>
        正文
      </span>
      <Suspense
        fallback={<Skeleton shape={['line', 'line', 'line', 'line']} label="正在加载编辑器" />}
      >
        <RichEditor
          key={desk.round}
          handle={desk.editor}
          initialHtml={desk.content.bodyHtml}
          labelledBy={id}
          readOnly={false}
          onEdit={desk.typed}
        />
      </Suspense>
    </div>
  )
}

function Header({
  importId,
  item,
  steps,
  desk,
}: Omit<ImportItemEditorProps, 'renew'> & { desk: MendedDesk }) {
  const navigate = useNavigate()
  const { place, total, previous, next, no } = steps
  const { unsaved, saving, save, saved } = desk
  const preview = async () => {
    if (await save()) navigate(paths.posterImportPreview(importId, no))
  }
  const go = async (to: number | undefined) => {
    if (to !== undefined && (await save())) navigate(paths.posterImportItem(importId, to))
  }
  return (
    <header className={editor.header}>
      <div className={editor.heading}>
        <BackLink to={paths.posterImported(importId)}>返回列表</BackLink>
        <h1>修改待导入的内容</h1>
        <span className="figures">{place > 0 && `第 ${place} 篇，共 ${total} 篇`}</span>
        <span role="status">{unsaved ? '有修改没有保存' : saved.mended ? '修改已保存' : ''}</span>
      </div>
      <div className={editor.actions}>
        <Button disabled={previous === undefined} onClick={() => void go(previous)}>
          上一篇
        </Button>
        <Button disabled={next === undefined} onClick={() => void go(next)}>
          下一篇
        </Button>
        <LeaveOut importId={importId} item={item} />
        <Button onClick={() => void preview()}>{unsaved ? '保存并预览' : '预览'}</Button>
        <Button type="primary" loading={saving} disabled={!unsaved} onClick={() => void save()}>
          保存
        </Button>
      </div>
    </header>
  )
}

/** What is typed stays where it is: only whether the item comes along changes. */
function LeaveOut({ importId, item }: { importId: string; item: ImportItem }) {
  const choose = useChooseImported()
  const decided = choose.data?.rows.find(({ no }) => no === item.no)
  const leftOut = decided ? decided.action === 'LEFT_OUT' : item.leftOut
  const turn = async () => {
    try {
      await choose.mutateAsync({ importId, nos: [item.no], leftOut: !leftOut })
      showNotice({ kind: 'success', title: leftOut ? '这一篇会导入' : '这一篇不导入' })
    } catch (error) {
      showNotice({ kind: 'error', title: failureWords(error) })
    }
  }
  return (
    <>
      {leftOut && <Alert type="info" showIcon title="这一篇不导入" />}
      <Button loading={choose.isPending} onClick={() => void turn()}>
        {leftOut ? '恢复导入' : '不导入'}
      </Button>
    </>
  )
}
