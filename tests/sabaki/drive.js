// Drives a GTP engine as Sabaki does, through Sabaki's own module: `node drive.js MODULE PROGRAM`.
// Prints one line for each thing that was seen; ends with an error at the first that is not as Sabaki needs it.

const assert = require('node:assert')
const [, , module_, program] = process.argv
const {Controller, ControllerStateTracker} = require(module_)

const vertex = /^([A-HJ-T]\d+|pass|resign)$/i

async function main() {
    const controller = new Controller(program, ['gtp', '--level', '2'])
    const tracker = new ControllerStateTracker(controller)
    controller.start()
    const ask = async (name, ...args) => {
        const response = await controller.sendCommand({name, args: args.map(String)})
        assert(!response.error, `${name} ${args.join(' ')}: ${response.content}`)
        return response.content
    }

    // What Sabaki looks for when it attaches an engine.
    const commands = (await ask('list_commands')).split('\n')
    for (const wanted of ['lz-analyze', 'kata-analyze', 'lz-genmove_analyze', 'kata-genmove_analyze',
            'undo', 'loadsgf', 'set_free_handicap', 'time_settings', 'time_left', 'final_score',
            'rectangular_boardsize', 'kata-set-rules', 'kata-get-rules']) {
        assert(commands.includes(wanted), `no ${wanted}`)
    }
    console.log(`${await ask('name')}: what Sabaki looks for is there`)

    // A game, synchronized by Sabaki's tracker, with a move taken back.
    const play = (color, p) => ({name: 'play', args: [color, p]})
    const state = {komi: 6.5, boardsize: [9, 9], history: [play('B', 'E5'), play('W', 'C3')]}
    await tracker.sync(state)
    await tracker.sync({...state, history: [play('B', 'E5'), play('W', 'G3'), play('B', 'C4')]})
    const stones = (await ask('list_stones', 'black')).split(' ').sort().join(' ')
    assert.strictEqual(stones, 'C4 E5')
    console.log('a variation is taken up')
    const wide = await controller.sendCommand({name: 'rectangular_boardsize', args: ['9', '7']})
    assert(wide.error && wide.content.includes('square'), wide.content)
    console.log('a board that is not square is refused')

    // Analysis tells its moves and stays open until the next line is sent.
    for (const name of ['lz-analyze', 'kata-analyze']) {
        let lines = 0
        let next = null
        const done = await new Promise((resolve, reject) => {
            const timeout = setTimeout(() => reject(new Error(`${name} tells nothing`)), 20000)
            const analysis = controller.sendCommand({name, args: ['W', '10']}, ({line}) => {
                if (!line.startsWith('info move')) return
                lines += 1
                assert(vertex.test(line.split(' ')[2]), line)
                if (lines === 4) {
                    clearTimeout(timeout)
                    assert(controller.busy)
                    next = controller.sendCommand({name: 'name'})
                    resolve(analysis)
                }
            })
        })
        assert(!done.error && lines >= 4)
        assert.strictEqual((await next).content, 'Katachi')
        console.log(`${name} tells moves and is stopped by the next line`)
    }

    // Moves with analysis, and without, to the end of a game.
    for (const name of ['lz-genmove_analyze', 'kata-genmove_analyze']) {
        const content = await ask(name, 'W', 10)
        const last = content.trim().split('\n').pop()
        assert(last.startsWith('play ') && vertex.test(last.slice(5)), content)
        await ask('undo')
        console.log(`${name} plays`)
    }
    await ask('clear_board')
    let passes = 0
    let moves = 0
    for (let color = 'B'; passes < 2 && moves < 300; color = color === 'B' ? 'W' : 'B') {
        const move = await ask('genmove', color)
        assert(vertex.test(move), move)
        moves += 1
        passes = move === 'PASS' || move === 'pass' ? passes + 1 : 0
        if (move.toLowerCase() === 'resign') break
    }
    assert(moves > 20 && moves < 300, `${moves} moves`)
    assert(/^([BW]\+[\d.]+|0)/.test(await ask('final_score')))
    console.log('a game is played to its end and counted')
    await controller.stop()
}

main().then(() => process.exit(0), error => {
    console.error(error.stack)
    process.exit(1)
})
