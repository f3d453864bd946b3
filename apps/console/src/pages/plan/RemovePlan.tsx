import { type DeskPlan, useRemovePlan } from '@ce/client/staff/plan.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useConfirm } from '../../kit/confirm.ts'
import { paths } from '../../paths.ts'

/** Asks for confirmation before the plan is deleted. */
export function RemovePlanButton({ plan }: { plan: DeskPlan }) {
  const confirm = useConfirm()
  const navigate = useNavigate()
  const remove = useRemovePlan()
  const send = async () => {
    await remove.mutateAsync({ id: plan.id, version: plan.version })
    showNotice({ kind: 'success', title: `${plan.year} 年度计划草稿已删除` })
    navigate(paths.plans(), { replace: true })
  }
  const ask = () =>
    confirm({
      title: `删除 ${plan.year} 年度计划草稿？`,
      content: `“${plan.title}”从未开放过，学员看不到。删除后不能恢复；所选课程本身不受影响。`,
      okText: '删除',
      danger: true,
      cancelText: '再想想',
      onOk: () => send().catch(() => undefined),
    })
  return (
    <Button danger onClick={ask}>
      删除草稿…
    </Button>
  )
}
