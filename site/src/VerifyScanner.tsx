import type { CameraProblem } from '@ce/client/exam-attempt/camera.ts'
import { cameraHelp, cameraPlace, cameraTitle } from '@ce/client/exam-attempt/camera-text.ts'
import { useHistoryLayer } from '@ce/ui/layer-history.ts'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { scannerText } from './scan/scan-text.ts'
import type { SwitchTorch } from './scan/scanner.ts'
import { useMounted } from './use-mounted.ts'
import { type ScanNotice, useProofScan } from './use-scan.ts'

const again = '重新检查'

/** Scans a proof's QR code with the camera or from a picture. */
export function VerifyScanner() {
  const [open, setOpen] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const { camera, notice, torch, scan, stop, read } = useProofScan(video)
  const ready = useMounted()
  const close = () => {
    setOpen(false)
    stop()
  }
  useHistoryLayer(open, close)
  return (
    <div className="verify-scan">
      <div className="verify-row">
        <button type="button" className="site-button" disabled={!ready} onClick={() => setOpen(true)}>
          扫一扫
        </button>
        <ChoosePicture ready={ready} read={read} className="site-button site-button-quiet" />
      </div>
      {!open && <NoticeWords notice={notice} />}
      {open && (
        <ScannerDialog video={video} onOpen={scan} onClose={close}>
          {camera.state === 'FAILED' ? (
            <CameraTrouble problem={camera.problem} onAgain={scan} />
          ) : (
            <p role="status">{camera.state !== 'OFF' && scannerText[camera.state]}</p>
          )}
          <NoticeWords notice={notice} />
          <div className="scanner-actions">
            {torch && <TorchSwitch torch={torch} />}
            <ChoosePicture ready read={read} className="scanner-button" />
            <button type="button" className="scanner-button" onClick={close}>
              改为输入编号
            </button>
          </div>
        </ScannerDialog>
      )}
    </div>
  )
}

interface ScannerDialogProps {
  video: RefObject<HTMLVideoElement | null>
  onOpen: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** A modal dialog of the browser blocks the page and returns the focus. */
function ScannerDialog({ video, onOpen, onClose, children }: ScannerDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const first = useRef(onOpen)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    void first.current()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="scanner"
      aria-labelledby="scanner-title"
      onCancel={(event) => {
        // The cancel event of a file input also arrives at the dialog.
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      // A second Esc closes the dialog without asking.
      onClose={() => {
        if (dialog.current?.open === false) onClose()
      }}
    >
      <video ref={video} muted playsInline />
      <div className="scanner-frame" aria-hidden="true" />
      <header>
        <h2 id="scanner-title">扫描证明二维码</h2>
        <button type="button" className="scanner-close" aria-label="关闭扫描" onClick={onClose}>
          ×
        </button>
      </header>
      <footer>{children}</footer>
    </dialog>
  )
}

interface ChoosePictureProps {
  ready: boolean
  className: string
  read: (picture: File) => Promise<void>
}

function ChoosePicture({ ready, className, read }: ChoosePictureProps) {
  const file = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" className={className} disabled={!ready} onClick={() => file.current?.click()}>
        选择证明图片
      </button>
      <input
        ref={file}
        type="file"
        accept="image/*"
        aria-label="含证明二维码的图片"
        hidden
        onChange={({ target }) => {
          const [picture] = target.files ?? []
          target.value = ''
          if (picture) void read(picture)
        }}
      />
    </>
  )
}

function TorchSwitch({ torch }: { torch: SwitchTorch }) {
  const [on, setOn] = useState(false)
  const turn = async () => {
    try {
      await torch(!on)
      setOn(!on)
    } catch {
      // The light was not switched and does not change by itself, so the button still shows its state.
    }
  }
  return (
    <button type="button" className="scanner-button" aria-pressed={on} onClick={turn}>
      手电筒
    </button>
  )
}

function CameraTrouble({ problem, onAgain }: { problem: CameraProblem; onAgain: () => void }) {
  const place = cameraPlace(navigator)
  return (
    <div className="scanner-trouble" role="alert">
      <p>
        <strong>{cameraTitle(problem, place)}</strong>
      </p>
      <p>{cameraHelp(problem, place, again)}也可以选择一张证明图片，或输入核验编号。</p>
      <button type="button" className="scanner-button" onClick={onAgain}>
        {again}
      </button>
    </div>
  )
}

const notices: Record<Exclude<ScanNotice, null>, string> = {
  READING: scannerText.READING,
  NO_CODE: scannerText.NO_CODE,
  NOT_OURS: '这不是本平台学时证明的二维码，没有打开它指向的地址。请核对证明来源，或输入核验编号查询。',
  NOT_LOADED: '识别功能没有加载成功，请检查网络后再试，或输入核验编号。',
}

function NoticeWords({ notice }: { notice: ScanNotice }) {
  const bad = notice !== null && notice !== 'READING'
  return (
    <p role="status" className={bad ? 'verify-problem' : 'verify-hint'}>
      {notice && notices[notice]}
    </p>
  )
}
