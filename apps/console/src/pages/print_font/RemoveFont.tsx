import { type PrintFont, useRemovePrintFont } from '@ce/client/staff/print_font.ts'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'

interface RemoveFontProps {
  font: PrintFont
  onClose: () => void
}

export function RemoveFontDialog({ font: { id, name, drawn, used }, onClose }: RemoveFontProps) {
  const remove = useRemovePrintFont()
  return (
    <ReasonDialog
      title={`停用字体：${name}`}
      okText="停用"
      danger
      placeholder="如：授权到期"
      send={(reason) => remove.mutateAsync({ id, reason })}
      done={{ title: `已停用：${name}` }}
      onClose={onClose}
    >
      <p>
        停用后不再用它补字。{used > 0 && `证明已用到的 ${used} 个字保留，证明照常打印。`}
        {drawn > used && `其余 ${drawn - used} 个字取消，用到它们的学员重新等待补充字体。`}
      </p>
    </ReasonDialog>
  )
}
