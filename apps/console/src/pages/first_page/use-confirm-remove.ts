import { refocus } from '@ce/client/components/refocus.ts'
import { App } from 'antd'

/** Asks before something of the site is removed: what, and what visitors will see of it. */
export function useConfirmRemove() {
  const { modal } = App.useApp()
  return (what: string, consequence: string, remove: () => Promise<unknown>) => {
    modal.confirm({
      title: `删除${what}？`,
      content: `${consequence}删除后不能恢复；只想暂时不显示，可以改为“隐藏”。`,
      okText: '删除',
      okButtonProps: { danger: true },
      cancelText: '取消',
      // what goes wrong is told as a notice; the dialog closes either way
      onOk: () => remove().catch(() => undefined),
      // the button that had the focus is gone with its row
      afterClose: refocus,
    })
  }
}
