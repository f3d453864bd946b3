import { callFailureText } from '@ce/client/form-refusal.ts'
import { type EditablePosterImportItem, useSetPosterImportRows } from '@ce/client/staff/poster_import.ts'
import { categories } from '@ce/contract/categories'
import { showNotice } from '@ce/ui/notices.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { Alert, Button, Select } from 'antd'
import { lazy, Suspense, useId } from 'react'
import { Link, useNavigate } from 'react-router'
import { DateTimeField } from '../../kit/DateField.tsx'
import { useUnsavedChanges } from '../../kit/losses.ts'
import { paths } from '../../paths.ts'
import editor from '../poster/Editor.module.css'
import { LabelledField } from '../poster/Field.tsx'
import { PosterSideFields } from '../poster/SideFields.tsx'
import { PosterTitleFields } from '../poster/TitleFields.tsx'
import classes from './Import.module.css'
import { ImportItemNotices } from './ItemNotices.tsx'
import type { useImportItemSteps } from './steps.ts'
import { type ImportItemEdits, useImportItemEdits } from './use-item-edits.ts'

const RichEditor = lazy(async () => ({
  default: (await import('../../components/editor/RichEditor.tsx')).RichEditor,
}))

interface ImportItemEditorProps {
  importId: string
  item: EditablePosterImportItem
  steps: ReturnType<typeof useImportItemSteps>
  renew: () => Promise<void>
}

const options = categories.map(({ id, title }) => ({ value: id as number, label: title }))

export function ImportItemEditor({ importId, item, steps, renew }: ImportItemEditorProps) {
  const desk = useImportItemEdits(importId, item)
  const { content, categoryId, edit, unsaved } = desk
  useUnsavedChanges(unsaved, '这篇内容')
  const fields = { content, categoryId: categoryId ?? 0, readOnly: false, edit }
  return (
    <div className={editor.page}>
      <Header importId={importId} item={item} steps={steps} desk={desk} />
      <ImportItemNotices desk={desk} problems={item.problems} renew={renew} />
      <div className={editor.columns}>
        <div className={editor.main}>
          <PosterTitleFields {...fields} titleRef={null} />
          <div className={classes.place}>
            <LabelledField label="栏目" required>
              {(props) => (
                <Select
                  {...props}
                  placeholder="请选择栏目"
                  value={categoryId}
                  options={options}
                  onChange={(id) => id !== null && desk.place(id)}
                />
              )}
            </LabelledField>
            <LabelledField label="日期（北京时间）" hint="不填则用发布时的时间">
              {(props) => <DateTimeField {...props} label="日期" value={desk.day} onChange={desk.date} />}
            </LabelledField>
          </div>
          <Body desk={desk} />
        </div>
        <PosterSideFields {...fields} />
      </div>
    </div>
  )
}

function Body({ desk }: { desk: ImportItemEdits }) {
  const id = useId()
  return (
    <div className={editor.field}>
      <span id={id} className={editor.label}>
        正文
      </span>
      <Suspense fallback={<Skeleton shape={['line', 'line', 'line', 'line']} label="正在加载编辑器" />}>
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

function Header({ importId, item, steps, desk }: Omit<ImportItemEditorProps, 'renew'> & { desk: ImportItemEdits }) {
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
        <Link to={steps.list}>返回列表</Link>
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

function LeaveOut({ importId, item }: { importId: string; item: EditablePosterImportItem }) {
  const choose = useSetPosterImportRows()
  const decided = choose.data?.rows.find(({ no }) => no === item.no)
  const leftOut = decided ? decided.action === 'LEFT_OUT' : item.leftOut
  const turn = async () => {
    try {
      await choose.mutateAsync({ importId, nos: [item.no], leftOut: !leftOut })
      showNotice({ kind: 'success', title: leftOut ? '这一篇会导入' : '这一篇不导入' })
    } catch (error) {
      showNotice({ kind: 'error', title: callFailureText(error) })
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
