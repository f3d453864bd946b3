import { Alert, Button } from 'antd'
import editor from '../poster/Editor.module.css'
import classes from './Import.module.css'
import type { ImportItemEdits } from './use-item-edits.ts'

interface ItemNoticesProps {
  desk: ImportItemEdits
  problems: readonly string[]
  renew: () => Promise<void>
}

export function ImportItemNotices({ desk, problems, renew }: ItemNoticesProps) {
  const { problem, cleaned } = desk
  return (
    <div className={editor.notices}>
      {problem && (
        <Alert
          type="error"
          showIcon
          title={`没有保存：${problem}`}
          action={
            problem.includes('重新打开') && <Button onClick={() => void renew()}>放弃这里的修改，重新打开</Button>
          }
        />
      )}
      {cleaned.length > 0 && (
        <Alert type="warning" showIcon title={`保存时去掉了读者页面不允许的内容：${cleaned.join('、')}`} />
      )}
      <RemainsNotice desk={desk} />
      {problems.length > 0 && (
        <Alert
          type="info"
          showIcon
          title="读取时发现"
          description={
            <ul className={classes.problems}>
              {problems.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          }
        />
      )}
    </div>
  )
}

/** Reports promotional lines that the import proposes to remove; the user can keep them. */
function RemainsNotice({ desk }: { desk: ImportItemEdits }) {
  const { remains } = desk.saved
  if (!remains) return null
  const { words, otherHtml } = remains
  const isAsSaved = desk.gone === remains.gone
  return (
    <Alert
      type="warning"
      showIcon
      title={
        desk.gone
          ? `已从正文里去掉 ${words.length} 处引导关注、点赞或转发的内容`
          : `建议删去 ${words.length} 处引导关注、点赞或转发的内容`
      }
      description={words.map((word) => `“${word}”`).join('、')}
      action={
        otherHtml !== null &&
        isAsSaved && <Button onClick={() => desk.turn(otherHtml)}>{desk.gone ? '保留它们' : '删去'}</Button>
      }
    />
  )
}
