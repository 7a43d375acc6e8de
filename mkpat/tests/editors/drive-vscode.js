// VS Code drives the language server: opens a database with a misspelt helper, sees the finding, mends it, completes,
// renames, saves. By hand, as VS Code is too large for every run:
//
//     npm install code-server@4 playwright-core       (Node 24; code-server is VS Code behind a page)
//     code-server --install-extension katachi-patterns-0.1.0.vsix      (docs/editors.md)
//     code-server --auth none --bind-addr 127.0.0.1:8391 FOLDER
//     node drive-vscode.js http://127.0.0.1:8391 FOLDER PICTURES
//
// FOLDER is empty at first; its setting `mkpat.path` may name the program. Pictures are to be looked at.

const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const {chromium} = require('playwright-core')

const [, , address, folder, pictures] = process.argv
const text = `Pattern Join1
# Close a jump that can be cut.

?X?
O*O
?X?

:+,C,minvalue(20)

?X?
b*c
?X?

;!xplay_conect(*,b,c)
`

async function main() {
    const file = path.join(folder, 'moves.db')
    fs.writeFileSync(file, text)
    fs.writeFileSync(path.join(folder, 'mkpat.toml'),
        '[[database]]\nname = "moves"\nfiles = ["moves.db"]\nkind = "general"\nstage = "movegen"\nattributes = "general"\n')
    const browser = await chromium.launch({executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox']})
    const page = await browser.newPage({viewport: {width: 1200, height: 800}})
    const press = async (key, wait = 1500) => { await page.keyboard.press(key); await page.waitForTimeout(wait) }
    const write = async (words, wait = 1500) => { await page.keyboard.type(words); await page.waitForTimeout(wait) }
    const goTo = async place => { await press('Control+g', 800); await write(place, 200); await press('Enter', 500) }
    const shown = selector => page.locator(selector).first().innerText()
    const picture = name => page.screenshot({path: path.join(pictures, `vscode-${name}.png`)})
    const has = (what, words, ...parts) => {
        for (const part of parts) assert(words.includes(part), `${what}: no ${part} in ${words}`)
        console.log(`${what}: as it should be`)
    }

    await page.goto(`${address}/?folder=${folder}`, {timeout: 120000})
    await page.waitForSelector('.monaco-workbench', {timeout: 120000})
    await page.waitForTimeout(4000)
    await press('Control+p')
    await write('moves.db', 2500)
    await press('Enter')
    await page.waitForSelector('.squiggly-error', {timeout: 90000})
    await press('Control+Shift+m', 2500)
    has('finding', await shown('.markers-panel'), 'xplay_conect', 'KP0401', 'Ln 14, Col 3')
    await press('Control+1')
    await goTo('14:4')
    await press('Control+k', 0)
    await press('Control+i', 2500)
    has('hover', await shown('.monaco-hover'), 'did you mean', 'xplay_connect')
    await press('Escape')
    await press('Control+.', 2500)
    has('actions', await shown('.action-widget'), 'write `xplay_connect`', 'turn the pattern clockwise')
    await picture('actions')
    await press('Enter', 2500)
    await press('Control+End')
    await write(';lib', 800)
    await press('Control+Space', 2500)
    has('completion', await shown('.suggest-widget'), 'lib2', 'xplay_lib')
    await press('Escape', 300)
    for (let i = 0; i < 4; i++) await press('Backspace', 100)
    await goTo('1:10')
    await press('F2', 2000)
    await press('Control+a', 200)
    await write('Close1', 200)
    await press('Enter', 3000)
    assert.strictEqual(await page.locator('.squiggly-error').count(), 0)
    await press('Control+s')
    await picture('end')
    const saved = fs.readFileSync(file, 'utf8')
    has('file', saved, 'Pattern Close1', ';!xplay_connect(*,b,c)')
    await browser.close()
}

main().then(() => process.exit(0), error => {
    console.error(error.stack)
    process.exit(1)
})
