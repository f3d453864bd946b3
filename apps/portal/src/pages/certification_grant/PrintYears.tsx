import { usePrintYears } from '@ce/client/certification_grant.ts'
import type { GrantYear } from '@ce/frame/student/grant/year-words.ts'
import { Button, Checkbox, Modal } from 'antd'
import { useState } from 'react'

/** Several years' proofs as one PDF; not there for a single one, which has its own page. */
export function PrintYears({ years }: { years: GrantYear[] }) {
  const [open, setOpen] = useState(false)
  if (years.length < 2) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>打印多个年度…</Button>
      {open && <Choice years={years} onClose={() => setOpen(false)} />}
    </>
  )
}

function Choice({ years, onClose }: { years: GrantYear[]; onClose: () => void }) {
  const all = years.map(({ year }) => year)
  const [chosen, setChosen] = useState(all)
  const [url, setUrl] = useState<string | null>(null)
  const run = usePrintYears()
  const choose = (next: number[]) => {
    setChosen(next)
    setUrl(null)
  }
  // a window that is opened after an answer came may be blocked: the address is a link to press
  const prepare = async () => setUrl((await run.mutateAsync({ years: chosen })).url)
  return (
    <Modal
      open
      title="打印多个年度"
      onCancel={onClose}
      footer={
        url ? (
          <Button type="primary" href={url} target="_blank">
            打开 PDF（{chosen.length} 份）
          </Button>
        ) : (
          <Button
            type="primary"
            disabled={chosen.length === 0}
            loading={run.isPending}
            onClick={() => void prepare().catch(() => undefined)}
          >
            生成 PDF
          </Button>
        )
      }
    >
      <p>所选年度的证明合成一个 PDF，每份一页，可以一次打印。</p>
      <Checkbox.Group<number>
        aria-label="年度"
        value={chosen}
        options={all.map((year) => ({ value: year, label: `${year} 年度` }))}
        onChange={choose}
      />
    </Modal>
  )
}
