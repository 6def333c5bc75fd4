/** Programs, scripts, installers, pages and documents with macros, by extension. */
const EXTENSIONS = new Set(
  `exe com bat cmd ps1 ps2 psm1 psd1 ps1xml psc1 msh sh bash zsh csh ksh fish command tool js mjs cjs jse vb vbs vbe wsf wsh wsc ws sct scr
  pif hta cpl msi msp mst msix msixbundle appx appxbundle appinstaller msc jar war ear class dex apk aab ipa xap jnlp dll so dylib sys drv
  ocx ax elf wasm htm html xhtml xht shtml mht mhtml php php3 php4 php5 php7 phtml phar phps asp aspx ashx asmx jsp jspx cgi pl pm py pyc
  pyw pyz pyo rb lua tcl r lnk url scf inf reg desktop chm hlp gadget application workflow action terminal applescript scpt scptd xlsm xlsb
  xltm xlam xll docm dotm pptm potm ppam ade adp mde swf deb rpm dmg pkg run out service htaccess`
    .trim()
    .split(/\s+/),
)

/** Whether a name with this extension (lower case, no dot) would be run when opened. */
export function isExecutableExtension(extension: string): boolean {
  return EXTENSIONS.has(extension)
}

const MAGIC: readonly (readonly [string, string])[] = [
  ['7f454c46', 'an ELF program'],
  ['feedface', 'a Mach-O program'],
  ['feedfacf', 'a Mach-O program'],
  ['cefaedfe', 'a Mach-O program'],
  ['cffaedfe', 'a Mach-O program'],
  ['cafebabe', 'a Java class or a universal Mach-O program'],
  ['cafebabf', 'a universal Mach-O program'],
  ['bebafeca', 'a universal Mach-O program'],
  ['cafed00d', 'a packed Java archive'],
  ['0061736d', 'a WebAssembly program'],
  ['6465780a', 'an Android program'],
  ['6f61740a', 'an Android program'],
  ['4243c0de', 'LLVM bitcode'],
  ['1b4c7561', 'a Lua program'],
  ['4c0000000114020000000000c000000000000046', 'a Windows shortcut'],
  ['49545346', 'a Windows help file'],
  ['465753', 'a Flash program'],
  ['435753', 'a Flash program'],
  ['5a5753', 'a Flash program'],
]

/** What kind of program these first bytes start, or `undefined`. `isText` keeps a table that begins with `MZN` or `FWS` apart from one. */
export function programOf(head: Uint8Array, isText: boolean): string | undefined {
  if (isText) return undefined
  if (head[0] === 0x4d && head[1] === 0x5a) return 'a Windows program'
  const hex = Buffer.from(head.subarray(0, 20)).toString('hex')
  return MAGIC.find(([magic]) => hex.startsWith(magic))?.[1]
}

const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/^#!/, 'a script'],
  [/^@?echo\s+off\b/i, 'a batch script'],
  [/^@(echo|rem|set|setlocal|cls|if|start|call|cmd|powershell|title)\b/i, 'a batch script'],
  [/^<\?(php\b|=)/i, 'a PHP script'],
  [/<\?php\b/i, 'a PHP script'],
  [/^<%/, 'a server page'],
  [/^\[(InternetShortcut|autorun|\.ShellClassInfo|Desktop Entry)\]/i, 'a shortcut'],
  [/^(Windows Registry Editor|REGEDIT4)/i, 'a registry file'],
  [/^X5O!P%@AP\[4\\PZX54\(P\^\)7CC\)7\}\$EICAR/, 'the antivirus test file'],
  [/^<!doctype\s+html\b/i, 'an HTML page'],
]

/** First elements that make a text a page for a browser (after WHATWG MIME Sniffing, section 7.1), less those that XML may start with. */
const PAGE = new Set(
  'html head body script iframe style title div table embed applet frame frameset meta img h1 h2 h3 h4 h5 h6 hta:application'.split(
    ' ',
  ),
)

/** What kind of script or page a text is, or `undefined`. `text`: the decoded head; `rootTag`: its first element, lower case. */
export function scriptOf(text: string, rootTag: string | undefined): string | undefined {
  const start = text.trimStart()
  const found = SCRIPTS.find(([pattern]) => pattern.test(start))?.[1]
  const isPage = rootTag === 'html' || (rootTag !== undefined && PAGE.has(rootTag) && !/^<\?xml\s/i.test(start))
  return found ?? (isPage ? 'an HTML page' : undefined)
}

/** Page markup or PHP anywhere in these bytes of a picture: a file that is two things at once. */
export function hidesPage(bytes: Uint8Array): boolean {
  return /<\?php|<script[\s>]|<!doctype\s+html|<html[\s>]|<iframe[\s>]/i.test(Buffer.from(bytes).toString('latin1'))
}

/** The end record of a ZIP archive is 22 bytes and a comment of at most 65,535. */
export const ZIP_TAIL_BYTES = 22 + 65_535

/** Whether the last bytes of a file are the end record of a ZIP archive, with a comment that ends with the file (PKWARE APPNOTE 4.3.16). */
export function hidesArchive(tail: Uint8Array): boolean {
  const bytes = Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength)
  for (let at = bytes.lastIndexOf('PK\u0005\u0006'); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf('PK\u0005\u0006', at - 1))
    if (at + 22 <= bytes.length && at + 22 + bytes.readUInt16LE(at + 20) === bytes.length) return true
  return false
}
