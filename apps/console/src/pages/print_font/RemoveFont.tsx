import { type PrintFont, useRemoveFont } from '@ce/client/staff/print_font.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Reason } from '../../components/Reason.tsx'

interface RemoveFontProps {
  font: PrintFont
  onClose: () => void
}

/** Ends a font, with the reason. */
export function RemoveFont({ font: { id, name, drawn, used }, onClose }: RemoveFontProps) {
  const remove = useRemoveFont()
  return (
    <FormDialog<{ reason: string }>
      title={`停用字体：${name}`}
      okText="停用"
      danger
      initialValues={{ reason: '' }}
      send={async ({ reason }) => {
        await remove.mutateAsync({ id, reason })
        showNotice({ kind: 'success', title: `已停用：${name}` })
      }}
      onClose={onClose}
    >
      <p>
        停用后不再用它补字。{used > 0 && `证明已用到的 ${used} 个字保留，证明照常打印。`}
        {drawn > used && `其余 ${drawn - used} 个字取消，用到它们的学员重新等待补充字体。`}
      </p>
      <Reason placeholder="如：授权到期" />
    </FormDialog>
  )
}
