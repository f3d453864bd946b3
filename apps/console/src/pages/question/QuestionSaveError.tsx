import type { Question } from '@ce/client/staff/question.ts'
import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import { useConfirm } from '../../kit/confirm.ts'
import { paths } from '../../paths.ts'
import classes from './QuestionForm.module.css'
import type { QuestionSave } from './use-save-question.ts'

interface SaveTroubleProps {
  id: string
  courseId: string
  save: QuestionSave
  renew: (() => Promise<Question | undefined>) | undefined
  restart: (() => void) | undefined
}

/** Shows save problems that belong to no field, with the possible next steps. */
export function QuestionSaveError(props: SaveTroubleProps) {
  const { trouble } = props.save
  return (
    <div className={classes.trouble} role="alert">
      {trouble && (
        <Alert
          type={trouble.kind === 'stale' ? 'warning' : 'error'}
          role="none"
          showIcon
          title={trouble.words}
          description={wayOn(props)}
        />
      )}
    </div>
  )
}

function wayOn(props: SaveTroubleProps) {
  const { trouble } = props.save
  if (trouble?.kind === 'stale') return <Stale {...props} />
  if (trouble?.kind !== 'duplicate' || !trouble.no) return undefined
  const list = paths.questionsIn({ course: props.courseId, keyword: String(trouble.no) })
  return (
    <Link to={list} target="_blank">
      查看第 {trouble.no} 号（在新窗口打开）
    </Link>
  )
}

function Stale({ id, save, renew, restart }: SaveTroubleProps) {
  const confirm = useConfirm()
  const takeTheirs = () =>
    confirm({
      title: '放弃我的修改，载入最新内容？',
      content: '您在这个页面上没有保存的修改会丢失，不能恢复。',
      okText: '放弃并载入',
      danger: true,
      cancelText: '再想想',
      onOk: async () => {
        if (await renew?.()) restart?.()
      },
    })
  const takeMine = () =>
    confirm({
      title: '用我的内容覆盖对方的修改？',
      content: '对方刚保存的题干、选项和答案会被这个页面上的内容取代。建议先查看对方的内容。',
      okText: '覆盖',
      danger: true,
      cancelText: '再想想',
      onOk: async () => {
        const newest = await renew?.()
        if (newest) await save.submitOver(newest.version)
      },
    })
  return (
    <>
      为了不覆盖对方的工作，您的修改还没有保存，仍在这个页面上。
      <span className={classes.decisions}>
        <Link to={paths.question(id)} target="_blank">
          查看对方的内容（在新窗口打开）
        </Link>
        <Button size="small" onClick={takeTheirs}>
          放弃我的修改，载入最新内容
        </Button>
        <Button size="small" danger onClick={takeMine}>
          用我的内容覆盖
        </Button>
      </span>
    </>
  )
}
