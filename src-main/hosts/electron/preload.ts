import { contextBridge, ipcRenderer, webUtils } from 'electron';

// The page may learn where it runs, ask for a port, and learn where a file lies that the user gave it. It never gets
// ipcRenderer itself (R19.05).
contextBridge.exposeInMainWorld('pegboard', {
  host: 'electron',
  connect: () => ipcRenderer.send('pegboard:connect'),
  pathOf: (file: File) => webUtils.getPathForFile(file),
});

// A port cannot cross the context bridge, so it goes to the page as a window message.
ipcRenderer.on('pegboard:port', (event) => {
  window.postMessage('pegboard:port', window.location.origin, event.ports);
});
