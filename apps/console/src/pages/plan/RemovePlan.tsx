import { type DeskPlan, useRemovePlan } from '@ce/client/staff/plan.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { App, Button } from 'antd'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'

/** Deletes a draft that was never opened, after a question. */
export function RemovePlan({ plan }: { plan: DeskPlan }) {
  const { modal } = App.useApp()
  const navigate = useNavigate()
  const remove = useRemovePlan()
  const send = async () => {
    await remove.mutateAsync({ id: plan.id, version: plan.version })
    showNotice({ kind: 'success', title: `${plan.year} 年度计划草稿已删除` })
    navigate(paths.plans(), { replace: true })
  }
  const ask = () =>
    modal.confirm({
      title: `删除 ${plan.year} 年度计划草稿？`,
      content: `“${plan.title}”从未开放过，学员看不到。删除后不能恢复；所选课程本身不受影响。`,
      okText: '删除',
      okButtonProps: { danger: true },
      cancelText: '再想想',
      onOk: () => send().catch(() => undefined),
    })
  return (
    <Button danger onClick={ask}>
      删除草稿…
    </Button>
  )
}
