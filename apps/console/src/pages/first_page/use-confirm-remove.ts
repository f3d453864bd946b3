import { useConfirm } from '../../kit/confirm.ts'

export function useConfirmRemove() {
  const confirm = useConfirm()
  return (what: string, consequence: string, remove: () => Promise<unknown>) => {
    confirm({
      title: `删除${what}？`,
      content: `${consequence}删除后不能恢复；只想暂时不显示，可以改为“隐藏”。`,
      okText: '删除',
      danger: true,
      cancelText: '取消',
      // An error is shown as a notice, and the dialog closes anyway.
      onOk: () => remove().catch(() => undefined),
    })
  }
}
