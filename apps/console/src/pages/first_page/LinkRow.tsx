import { toDisplayedAddress } from '@ce/contract/web-address'
import { Button, Switch } from 'antd'
import type { ReactNode } from 'react'
import classes from './desks.module.css'

interface LinkRowProps {
  title: string
  redirectUrl: string | null
  visible: boolean
  targetHidden: boolean
  picture?: ReactNode
  busy: boolean
  onVisible: (visible: boolean) => void
  onEdit: () => void
  onRemove: () => void
}

export function FriendlinkRow(props: LinkRowProps) {
  const { title, redirectUrl, visible, targetHidden, picture, busy, onVisible, onEdit, onRemove } = props
  return (
    <div className={classes.row}>
      {picture}
      <div className={classes.words}>
        <strong>{title}</strong>
        <span className={classes.address}>{redirectUrl ? toDisplayedAddress(redirectUrl) : '没有链接'}</span>
        {targetHidden && (
          <span className={classes.problem}>
            链接的内容已撤回或还没有发布，访客现在看不到这一条；内容重新发布后自动显示。
          </span>
        )}
      </div>
      <div className={classes.acts}>
        <Switch
          checked={visible}
          loading={busy}
          aria-label={`显示：${title}`}
          checkedChildren="显示"
          unCheckedChildren="隐藏"
          onChange={onVisible}
        />
        <Button type="link" size="small" aria-label={`编辑：${title}`} onClick={onEdit}>
          编辑
        </Button>
        <Button type="link" size="small" danger aria-label={`删除：${title}`} onClick={onRemove}>
          删除
        </Button>
      </div>
    </div>
  )
}
