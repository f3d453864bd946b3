import sharp from 'sharp'

/** Pictures of the demo, drawn without letters because fonts differ between machines. */

export function renderEvidenceSheet(shade: number): Promise<Buffer> {
  const lines = Array.from({ length: 14 }, (_, index) => {
    const width = 420 - ((index * 7 + shade * 11) % 5) * 30
    return `<rect x="90" y="${210 + index * 34}" width="${width}" height="10" rx="5" fill="#c9d3da"/>`
  })
  return draw(
    600,
    800,
    `<rect width="600" height="800" fill="#ffffff"/>
    <rect x="24" y="24" width="552" height="752" fill="none" stroke="#0b6b5d" stroke-width="4"/>
    <rect x="160" y="100" width="280" height="34" rx="6" fill="#1b2430"/>
    <rect x="210" y="150" width="180" height="16" rx="6" fill="#4a5666"/>
    ${lines.join('')}
    <circle cx="440" cy="690" r="54" fill="none" stroke="#b42318" stroke-width="7"/>
    <circle cx="440" cy="690" r="${18 + shade}" fill="#b42318"/>`,
  )
}

/** Each value of `pose` gives another picture. */
export function renderCameraPicture(pose: number): Promise<Buffer> {
  const x = 160 + ((pose * 7) % 25) - 12
  const y = 104 + ((pose * 5) % 13) - 6
  return draw(
    320,
    240,
    `<rect width="320" height="240" fill="#dfe5ea"/>
    <rect x="20" y="18" width="${70 + (pose % 9)}" height="120" fill="#c9d3da"/>
    <path d="M${x - 84} 240c4-62 44-84 84-84s80 22 84 84z" fill="#0b6b5d"/>
    <circle cx="${x}" cy="${y}" r="46" fill="#e8c9a8"/>
    <path d="M${x - 48} ${y}a48 50 0 0 1 96 0c-18-22-66-26-96 0z" fill="#1b2430"/>
    <circle cx="${x - 16}" cy="${y + 6}" r="4" fill="#1b2430"/>
    <circle cx="${x + 16}" cy="${y + 6}" r="4" fill="#1b2430"/>
    <path d="M${x - 14} ${y + 24}q14 10 28 0" fill="none" stroke="#1b2430" stroke-width="3"/>`,
  )
}

function draw(width: number, height: number, shapes: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
