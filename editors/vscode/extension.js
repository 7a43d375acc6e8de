// The client: starts `mkpat lsp` for pattern databases.
const { workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

function activate() {
  const settings = workspace.getConfiguration('mkpat');
  const server = { command: settings.get('path'), args: ['lsp'] };
  client = new LanguageClient('mkpat', 'mkpat', server, {
    documentSelector: [{ language: 'mkpat' }, { pattern: '**/mkpat.toml' }],
    initializationOptions: { hints: settings.get('hints'), pictures: true, records: settings.get('records') || undefined },
    synchronize: { fileEvents: workspace.createFileSystemWatcher('**/{mkpat.toml,*.db,*.dtr}') },
  });
  return client.start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
