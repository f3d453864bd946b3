import type { CameraProblem } from '@ce/client/exam-attempt/camera.ts'
import { cameraHelp, cameraPlace, cameraTitle } from '@ce/client/exam-attempt/camera-words.ts'
import { proofPath } from '@ce/client/proof-address.ts'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { scanWords } from './scan/scan-words.ts'
import { useMounted } from './use-mounted.ts'

type Stage =
  | { on: 'OFF' | 'OPENING' | 'LOOKING' | 'READING' | 'NOT_OURS' | 'NO_CODE' | 'NOT_LOADED' }
  | { on: 'NO_CAMERA'; problem: CameraProblem }

const again = '重新检查'

/** the decoder comes only to who wants to scan */
const loadScanner = () => import('./scan/scanner.ts')

/** 扫一扫: from a proof's QR, before the camera or in a picture, to its page here. Any other address is never opened. */
export function ScanProof() {
  const { stage, scan, stop, read, video } = useScan()
  const ready = useMounted()
  const file = useRef<HTMLInputElement>(null)
  const scanning = stage.on === 'OPENING' || stage.on === 'LOOKING'
  return (
    <div className="verify-scan">
      <div className="verify-row">
        <button
          type="button"
          className="site-button site-button-quiet"
          disabled={!ready || stage.on === 'READING'}
          onClick={() => (scanning ? stop() : void scan())}
        >
          {scanning ? '停止扫描' : stage.on === 'NO_CAMERA' ? again : '扫一扫'}
        </button>
        <button
          type="button"
          className="site-button site-button-quiet"
          disabled={!ready || stage.on === 'READING'}
          onClick={() => file.current?.click()}
        >
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
      </div>
      <video ref={video} className="verify-video" hidden={!scanning} muted playsInline />
      <div role="status">
        <StageWords stage={stage} />
      </div>
    </div>
  )
}

function useScan() {
  const [stage, setStage] = useState<Stage>({ on: 'OFF' })
  const navigate = useNavigate()
  const video = useRef<HTMLVideoElement>(null)
  const running = useRef<AbortController | null>(null)
  const stop = () => {
    running.current?.abort()
    setStage({ on: 'OFF' })
  }
  useEffect(() => () => running.current?.abort(), [])

  /** of several beginnings the last one counts */
  const begin = () => {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }
  const arrive = async (text: string) => {
    const path = proofPath(text, location.origin)
    if (path === null) return setStage({ on: 'NOT_OURS' })
    setStage({ on: 'OFF' })
    await navigate(path)
  }
  const scan = async () => {
    const signal = begin()
    setStage({ on: 'OPENING' })
    const scanner = await loadScanner().catch(() => null)
    if (signal.aborted || !video.current) return
    if (!scanner) return setStage({ on: 'NOT_LOADED' })
    const found = await scanner.scan(video.current, signal, () => setStage({ on: 'LOOKING' }))
    if (!found) return
    if ('problem' in found) return setStage({ on: 'NO_CAMERA', problem: found.problem })
    await arrive(found.text)
  }
  const read = async (picture: File) => {
    const signal = begin()
    setStage({ on: 'READING' })
    const scanner = await loadScanner().catch(() => null)
    if (!scanner) return setStage({ on: 'NOT_LOADED' })
    const text = await scanner.readPicture(picture)
    if (signal.aborted) return
    if (text === null) return setStage({ on: 'NO_CODE' })
    await arrive(text)
  }
  return { stage, scan, stop, read, video }
}

const words: Record<Exclude<Stage['on'], 'OFF' | 'NO_CAMERA'>, string> = {
  ...scanWords,
  NOT_OURS:
    '这不是本平台学时证明的二维码，没有打开它指向的地址。请核对证明来源，或输入核验编号查询。',
  NO_CODE: '图片里没有认出二维码。请换一张清楚、端正的图片，或输入核验编号。',
  NOT_LOADED: '识别功能没有加载成功，请检查网络后再试，或输入核验编号。',
}

function StageWords({ stage }: { stage: Stage }) {
  if (stage.on === 'OFF') return null
  if (stage.on !== 'NO_CAMERA') {
    const bad = stage.on.startsWith('NO')
    return <p className={bad ? 'verify-problem' : 'verify-hint'}>{words[stage.on]}</p>
  }
  const place = cameraPlace(navigator)
  return (
    <p className="verify-problem">
      <strong>{cameraTitle(stage.problem, place)}</strong>　
      {cameraHelp(stage.problem, place, again)}
      也可以选择一张证明图片，或输入核验编号。
    </p>
  )
}
