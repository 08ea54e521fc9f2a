import { contextBridge, ipcRenderer } from 'electron';
import { bridgeName, channels, type DesktopBridge } from './bridge.ts';

const bridge: DesktopBridge = {
  chooseFolder: () => ipcRenderer.invoke(channels.chooseFolder),
  openDataFolder: () => ipcRenderer.invoke(channels.openDataFolder),
  chooseForComputer: (changes) => ipcRenderer.invoke(channels.chooseForComputer, changes),
};

contextBridge.exposeInMainWorld(bridgeName, bridge);
