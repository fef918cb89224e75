#include "app/interruption.h"

#include <csignal>
#include <initializer_list>

namespace quicksand {
namespace {

volatile std::sig_atomic_t g_signal = 0;

void note(int signal) {
  g_signal = signal;
  std::signal(signal, SIG_DFL);
}

}  // namespace

Interruption::Interruption() {
  g_signal = 0;
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
  // Who runs a program with nohup wants it to go on.
  outlives_terminal_ = std::signal(SIGHUP, note) == SIG_IGN;
  if (outlives_terminal_) std::signal(SIGHUP, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
}

Interruption::~Interruption() {
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) std::signal(signal, SIG_DFL);
  if (!outlives_terminal_) std::signal(SIGHUP, SIG_DFL);
}

int Interruption::signal() { return g_signal; }

void Interruption::note_closed_pipe() {
  if (g_signal == 0) g_signal = SIGPIPE;
}

}  // namespace quicksand
