import { printWords, usePrintChoice } from '@ce/frame/student/grant/use-print-years.ts'
import { Button, Checkbox, Modal } from 'antd'
import { useState } from 'react'

/** Several years' proofs as one PDF. @param years that can be printed so */
export function PrintYears({ years }: { years: number[] }) {
  const [open, setOpen] = useState(false)
  if (years.length === 0) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{printWords.title}…</Button>
      {open && <Choice years={years} onClose={() => setOpen(false)} />}
    </>
  )
}

function Choice({ years, onClose }: { years: number[]; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  const { chosen, choose, url, prepare, busy } = usePrintChoice(years)
  return (
    <Modal
      open={open}
      title={printWords.title}
      onCancel={() => setOpen(false)}
      // not before: the focus goes back to what opened it
      afterClose={onClose}
      footer={
        url ? (
          <Button type="primary" href={url} target="_blank">
            {printWords.open(chosen.length)}
          </Button>
        ) : (
          <Button type="primary" disabled={chosen.length === 0} loading={busy} onClick={prepare}>
            {printWords.make}
          </Button>
        )
      }
    >
      <p>{printWords.how}</p>
      <Checkbox.Group<number>
        aria-label="年度"
        value={[...chosen]}
        options={years.map((year) => ({ value: year, label: `${year} 年度` }))}
        onChange={choose}
      />
    </Modal>
  )
}
