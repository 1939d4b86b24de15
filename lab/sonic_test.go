package lab

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/vendors"
	_ "github.com/weft-net/weft/vendors/sonic"
	"golang.org/x/crypto/ssh"
)

var leaf = model{"sonic", "Arista-7050CX3-32S-C32", "202511", "../vendors/sonic/testdata/golden/leaf-traditional.json"}

// ran is what a command came to.
type ran struct {
	out, errOut string
	exit        int
}

// does runs a command on a channel of its own.
func (c *client) does(command, input string) ran {
	c.t.Helper()
	session, err := c.conn.NewSession()
	if err != nil {
		c.t.Fatal(err)
	}
	defer session.Close()
	var out, errOut bytes.Buffer
	session.Stdin, session.Stdout, session.Stderr = strings.NewReader(input), &out, &errOut
	err = session.Run(command)
	exit := 0
	var failed *ssh.ExitError
	switch {
	case errors.As(err, &failed):
		exit = failed.ExitStatus()
	case err != nil:
		c.t.Errorf("%s: %T %v", command, err, err)
		exit = -1
	}
	return ran{out.String(), errOut.String(), exit}
}

// must runs a command that has to succeed.
func (c *client) must(command, input string) string {
	c.t.Helper()
	r := c.does(command, input)
	if r.exit != 0 {
		c.t.Fatalf("%s: exit %d\n%s%s", command, r.exit, r.out, r.errOut)
	}
	return r.out
}

// onLeaf runs a test on a SONiC switch in virtual time.
func onLeaf(t *testing.T, do func(t *testing.T, sw *Switch, c *client), edit ...func(*Config)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		sw := switchOf(t, leaf, "", edit...)
		c := dial(t, sw)
		do(t, sw, c)
		c.close()
		if err := sw.Close(); err != nil {
			t.Error(err)
		}
	})
}

// fieldOf is a field of the running database.
func fieldOf(sw *Switch, table, key, field string) string {
	t, _ := parseTree(sw.Running())
	return textOf(child(child(t, table), key), field)
}

// TestSONiCTranscripts plays what is typed in testdata/sonic.txtar.
func TestSONiCTranscripts(t *testing.T) {
	const file = "testdata/sonic.txtar"
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(archive.Files); i += 2 {
		typed, screen := &archive.Files[i], &archive.Files[i+1]
		t.Run(typed.Name, func(t *testing.T) {
			got := play(t, leaf, string(typed.Data))
			if *update {
				screen.Data = []byte(got)
			} else if got != string(screen.Data) {
				t.Errorf("printed\n%s\nwant\n%s", got, screen.Data)
			}
		})
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

const weightPatch = `[{"op":"add","path":"/SCHEDULER/scheduler.0/weight","value":"9"}]`

// rebindPatch binds another scheduler to a queue of each of two ports, which go down for it.
const rebindPatch = `[{"op":"add","path":"/SCHEDULER/new","value":{"type":"DWRR","weight":"7"}},
	{"op":"add","path":"/QUEUE/Ethernet0|0/scheduler","value":"new"},{"op":"add","path":"/QUEUE/Ethernet4|0/scheduler","value":"new"}]`

func TestApplyPatch(t *testing.T) {
	onLeaf(t, func(t *testing.T, sw *Switch, c *client) {
		from := time.Now()
		if out := c.must("sudo -n config apply-patch /dev/stdin", weightPatch); !strings.HasSuffix(out, "Patch applied successfully.\n") {
			t.Error(out)
		}
		if time.Since(from) != perWrite || fieldOf(sw, "SCHEDULER", "scheduler.0", "weight") != "9" {
			t.Errorf("after %v the weight is %s", time.Since(from), fieldOf(sw, "SCHEDULER", "scheduler.0", "weight"))
		}
		if bytes.Equal(sw.Saved(), sw.Running()) {
			t.Error("it is saved though nobody said so")
		}
		c.must("sudo -n config save -y", "")
		if saved := c.must("sudo -n cat /etc/sonic/config_db.json", ""); saved != c.must("sudo -n sonic-cfggen -d --print-data", "") {
			t.Error("what is saved is not what runs")
		}
	})
}

// TestRefusedPatches wants the exit status and the words of the real one, and nothing changed.
func TestRefusedPatches(t *testing.T) {
	onLeaf(t, func(t *testing.T, sw *Switch, c *client) {
		before := sw.Running()
		for want, patch := range map[string]string{
			"Error: can't remove a non-existent object 'nothing'":                     `[{"op":"remove","path":"/SCHEDULER/nothing"}]`,
			"- localhost: Modification of BUFFER_POOL table is illegal- validating":   `[{"op":"add","path":"/BUFFER_POOL/x","value":{"type":"egress","mode":"dynamic","size":"1"}}]`,
			"Error: Failed to apply patch on the following scopes:\n- localhost: Giv": `[{"op":"remove","path":"/SCHEDULER/scheduler.0"}]`,
			"Error: Expecting value": `this is no patch`,
		} {
			r := c.does("sudo -n config apply-patch /dev/stdin", patch)
			if r.exit != 2 || !strings.Contains(r.errOut, want) || !strings.HasPrefix(r.errOut, "Failed to apply patch due to: ") {
				t.Errorf("want %q: exit %d, %s", want, r.exit, r.errOut)
			}
		}
		if r := c.does("config apply-patch /dev/stdin", weightPatch); r.exit != 1 || r.errOut != notRoot+"\n" {
			t.Errorf("without sudo: %v", r)
		}
		if !bytes.Equal(before, sw.Running()) {
			t.Error("the configuration changed")
		}
	})
}

// TestFlap wants ports that a change takes down to be down meanwhile, one after the other.
func TestFlap(t *testing.T) {
	onLeaf(t, func(t *testing.T, sw *Switch, c *client) {
		dry := c.must("sudo -n config apply-patch -d /dev/stdin", rebindPatch)
		if !strings.Contains(dry, "** DRY RUN EXECUTION **") || strings.Count(dry, "/admin_status") != 4 || strings.Count(dry, "Would apply [") != 7 {
			t.Errorf("the dry run says\n%s", dry)
		}
		c.must("cat > /tmp/p; sudo -n systemd-run --unit=y --remain-after-exit config apply-patch /tmp/p", rebindPatch)
		time.Sleep(perWrite / 2)
		var seen []string
		for range 8 {
			seen = append(seen, fieldOf(sw, "PORT", "Ethernet0", "admin_status")+fieldOf(sw, "PORT", "Ethernet4", "admin_status"))
			time.Sleep(perWrite)
		}
		if got := strings.Join(seen, " "); got != "upup downup downup upup updown updown upup upup" {
			t.Errorf("the ports went %s", got)
		}
		if got := c.must("systemctl show y -p LoadState -p ActiveState -p SubState -p ExecMainStatus", ""); got != "LoadState=loaded\nActiveState=active\nSubState=exited\nExecMainStatus=0\n" {
			t.Error(got)
		}
		if fieldOf(sw, "QUEUE", "Ethernet4|0", "scheduler") != "new" {
			t.Error("the queue is not bound")
		}
	})
}

// TestKilled wants an updater that is killed to leave what it did.
func TestKilled(t *testing.T) {
	onLeaf(t, func(t *testing.T, sw *Switch, c *client) {
		c.must("cat > /tmp/p", rebindPatch)
		c.must("sudo -n systemd-run --unit=x config apply-patch /tmp/p", "")
		time.Sleep(2500 * time.Millisecond)
		c.must("sudo -n systemctl stop x.service", "")
		time.Sleep(time.Minute)
		if fieldOf(sw, "PORT", "Ethernet0", "admin_status") != "down" || fieldOf(sw, "QUEUE", "Ethernet0|0", "scheduler") != "new" ||
			fieldOf(sw, "QUEUE", "Ethernet4|0", "scheduler") == "new" {
			t.Errorf("what is left is %s", sw.Running())
		}
		c.must("sudo -n config interface startup Ethernet0", "")
		if fieldOf(sw, "PORT", "Ethernet0", "admin_status") != "up" {
			t.Error("the port is still down")
		}
	})
}

// TestTimer wants the timer of a dead man to bring the checkpoint back, unless it is stopped.
func TestTimer(t *testing.T) {
	onLeaf(t, func(t *testing.T, sw *Switch, c *client) {
		weight := fieldOf(sw, "SCHEDULER", "scheduler.0", "weight")
		arm := "sudo -n systemd-run --on-active=600 --unit=weft-abcdefghij-back --remain-after-exit --description=weft-until-5 flock /run/lock/weft-gcu config rollback weft-abcdefghij"
		c.must("sudo -n config checkpoint weft-abcdefghij", "")
		if got := c.must("sudo -n config list-checkpoints", ""); got != "[\n    \"weft-abcdefghij\"\n]\n" {
			t.Error(got)
		}
		c.must(arm, "")
		if got := c.must("systemctl list-units --all --no-legend --plain 'weft-*'", ""); !strings.Contains(got, "weft-abcdefghij-back.timer loaded active waiting weft-until-5\n") {
			t.Error(got)
		}
		c.must("sudo -n flock /run/lock/weft-gcu config apply-patch /dev/stdin", weightPatch)
		time.Sleep(598 * time.Second)
		if fieldOf(sw, "SCHEDULER", "scheduler.0", "weight") != "9" {
			t.Fatal("it went back too early")
		}
		time.Sleep(5 * time.Second)
		if got := fieldOf(sw, "SCHEDULER", "scheduler.0", "weight"); got != weight {
			t.Errorf("the weight is %s and was %s", got, weight)
		}
		if got := c.must("systemctl show weft-abcdefghij-back.service -p ActiveState -p SubState", ""); got != "ActiveState=active\nSubState=exited\n" {
			t.Error(got)
		}
		c.must("sudo -n systemctl stop 'weft-abcdefghij-*'", "")
		c.must(arm, "")
		c.must("sudo -n config apply-patch /dev/stdin; sudo -n systemctl stop weft-abcdefghij-back.timer", weightPatch)
		time.Sleep(time.Hour)
		if got := fieldOf(sw, "SCHEDULER", "scheduler.0", "weight"); got != "9" {
			t.Errorf("a timer that was stopped brought %s back", got)
		}
		c.must("sudo -n config delete-checkpoint weft-abcdefghij", "")
		if r := c.does("sudo -n config rollback weft-abcdefghij", ""); r.exit != 2 || !strings.Contains(r.errOut, "Checkpoint 'weft-abcdefghij' does not exist") {
			t.Error(r)
		}
	})
}

func TestUnits(t *testing.T) {
	onLeaf(t, func(t *testing.T, sw *Switch, c *client) {
		state := func(name string) string {
			return strings.ReplaceAll(c.must("systemctl show "+name+" -p LoadState -p ActiveState -p ExecMainStatus", ""), "\n", " ")
		}
		c.must("sudo -n systemd-run --unit=bad --remain-after-exit sh -c 'echo one; echo Error: two >&2; exit; false'", "")
		c.must("sudo -n systemd-run --unit=held flock -n -E 75 /etc/sonic/reload.lock sleep 100", "")
		if r := c.does("sudo -n systemd-run --unit=held true", ""); r.exit != 1 || !strings.Contains(r.errOut, "already loaded") {
			t.Error(r)
		}
		synctest.Wait()
		if got := state("bad"); got != "LoadState=loaded ActiveState=failed ExecMainStatus=1 " {
			t.Error(got)
		}
		if got := c.must("sudo -n journalctl -u bad.service --no-pager -o cat -n 50", ""); got != "one\nError: two\n" {
			t.Error(got)
		}
		c.must("sudo -n systemctl reset-failed 'bad*'", "")
		if got := state("bad"); got != "LoadState=not-found ActiveState=inactive ExecMainStatus=0 " {
			t.Error(got)
		}
		c.must("sudo -n systemd-run --unit=second flock -n -E 75 /etc/sonic/reload.lock true", "")
		synctest.Wait()
		if got := state("second"); !strings.Contains(got, "ExecMainStatus=75") {
			t.Error(got)
		}
		if r := c.does("sudo -n flock -n /etc/sonic/reload.lock true", ""); r.exit != 1 {
			t.Error(r)
		}
		from := time.Now()
		c.must("sudo -n flock /etc/sonic/reload.lock true", "")
		if waited := time.Since(from); waited != 100*time.Second {
			t.Errorf("the lock came after %v", waited)
		}
		if r := c.does("systemctl is-active held", ""); r.exit != 3 || r.out != "inactive\n" {
			t.Error(r)
		}
		if r := c.does("sudo -n systemctl stop nothing", ""); r.exit != 5 {
			t.Error(r)
		}
		c.must("sudo -n systemd-run --unit=lost --remain-after-exit sleep infinity; echo x > /run/x; echo y > /etc/y", "")
		if err := sw.Reboot(time.Second); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		c.close()
		*c = *dial(t, sw)
		if got := state("lost"); got != "LoadState=not-found ActiveState=inactive ExecMainStatus=0 " {
			t.Error(got)
		}
		if lost, kept := c.does("test -e /run/x", ""), c.does("[ -e /etc/y ]", ""); lost.exit != 1 || kept.exit != 0 {
			t.Errorf("the wrong files are left: %v, %v", lost, kept)
		}
	})
}

// TestReload wants the services to be away for a while, and the saved file to run then.
func TestReload(t *testing.T) {
	onLeaf(t, func(t *testing.T, sw *Switch, c *client) {
		oper := func() string {
			return c.must("sonic-db-cli APPL_DB HGET PORT_TABLE:Ethernet0 oper_status", "")
		}
		patched := c.must(`sudo -n sonic-cfggen -d --print-data | python3 -c 'import json, jsonpatch, sys; json.dump(jsonpatch.apply_patch(json.load(sys.stdin), json.loads(sys.argv[1])), sys.stdout, indent=4)' '`+
			`[{"op":"add","path":"/SCHEDULER/it\u0027s","value":{"weight":"1"}},{"op":"remove","path":"/SCHEDULER/it\u0027s"},{"op":"replace","path":"/SCHEDULER/scheduler.0/weight","value":"5"}]`+
			`' > /etc/sonic/config_db.json.new && sudo -n mv /etc/sonic/config_db.json.new /etc/sonic/config_db.json; cat /etc/sonic/config_db.json`, "")
		if !strings.Contains(patched, `"weight": "5"`) || fieldOf(sw, "SCHEDULER", "scheduler.0", "weight") == "5" {
			t.Error("the file is not what was loaded, or it runs already")
		}
		c.must("sudo -n systemd-run --unit=r config reload -y", "")
		time.Sleep(5 * time.Second)
		if oper() != "down\n" {
			t.Error("the ports are up while the services are away")
		}
		if r := c.does("sudo -n config reload -y", ""); r.exit != 1 || !strings.Contains(r.out, "Failed to acquire lock on /etc/sonic/reload.lock") {
			t.Error(r)
		}
		time.Sleep(time.Minute)
		if oper() != "up\n" || fieldOf(sw, "SCHEDULER", "scheduler.0", "weight") != "5" {
			t.Errorf("ports are %s, and the weight %s", oper(), fieldOf(sw, "SCHEDULER", "scheduler.0", "weight"))
		}
	})
}

// TestScripts wants files with several lines run as a shell does.
func TestScripts(t *testing.T) {
	onLeaf(t, func(t *testing.T, _ *Switch, c *client) {
		for _, test := range []struct {
			command, script, out string
			exit                 int
		}{
			{"sh", "\n# a comment\n\necho one\nfalse\n\necho two # three\n", "one\ntwo\n", 0},
			{"sh -e", "echo one\nfalse\necho two\n", "one\n", 1},
			{"sh -e", "false || echo one\ntrue && echo two\n", "one\ntwo\n", 0},
			{"bash -c 'cat; echo \"$0$(echo x  y)\"'", "in\n", "in\nx y\n", 0},
			{"x=$(echo 'a  b'); echo $x \"$x\"", "", "a b a  b\n", 0},
			{"echo a > /tmp/ö; cat /tmp/ö 2>&1 >/dev/null; cat < /tmp/ö", "", "a\n", 0},
			{"false", "", "", 1},
		} {
			if r := c.does(test.command, test.script); r.out != test.out || r.exit != test.exit {
				t.Errorf("%s: %+v", test.command, r)
			}
		}
	})
}

// TestReplaceAndLoad wants a replace to take away what the file does not have, and a load to leave it.
func TestReplaceAndLoad(t *testing.T) {
	onLeaf(t, func(t *testing.T, sw *Switch, c *client) {
		c.must("sudo -n config save -y /tmp/before", "")
		c.must("sudo -n config load -y /dev/stdin", `{"SCHEDULER":{"scheduler.0":{"weight":"3"},"x":{"type":"DWRR","weight":"1"}}}`)
		if fieldOf(sw, "SCHEDULER", "scheduler.0", "type") != "DWRR" || fieldOf(sw, "SCHEDULER", "scheduler.0", "weight") != "3" || fieldOf(sw, "SCHEDULER", "x", "weight") != "1" {
			t.Errorf("after the load %s", sw.Running())
		}
		c.must("sudo -n config replace /tmp/before", "")
		if fieldOf(sw, "SCHEDULER", "scheduler.0", "weight") != "20" || fieldOf(sw, "SCHEDULER", "x", "weight") != "" {
			t.Errorf("after the replace %s", sw.Running())
		}
		if r := c.does("sudo -n config load -y /dev/stdin", "{"); r.exit != 1 {
			t.Error(r)
		}
		if r := c.does("sudo -n config qos reload", ""); r.exit != 1 || !strings.Contains(r.out, "not found") {
			t.Error(r)
		}
		c.must("sudo -n sonic-db-cli CONFIG_DB HSET 'SCHEDULER|scheduler.0' weight 5", "")
		if got := c.must("sonic-db-cli CONFIG_DB HGET 'SCHEDULER|scheduler.0' weight; sonic-db-cli CONFIG_DB KEYS 'SCHEDULER|*1'", ""); got != "5\nSCHEDULER|scheduler.1\n" {
			t.Error(got)
		}
	})
}

func TestTwoUpdaters(t *testing.T) {
	onLeaf(t, func(t *testing.T, sw *Switch, c *client) {
		c.must("cat > /tmp/p", rebindPatch)
		c.must("sudo -n systemd-run --unit=first --remain-after-exit config apply-patch /tmp/p", "")
		time.Sleep(1500 * time.Millisecond)
		r := c.does("sudo -n config apply-patch /dev/stdin", weightPatch)
		time.Sleep(time.Minute)
		first := c.must("systemctl show first -p ExecMainStatus", "")
		if r.exit == 0 && first == "ExecMainStatus=0\n" {
			t.Errorf("two at once, and both say that all is well: %v", r)
		}
		if !strings.Contains(r.errOut+c.must("sudo -n journalctl -u first.service", ""), "there are still some parts not updated") {
			t.Error(r)
		}
	})
}

// TestHealthTables wants what the health gate reads.
func TestHealthTables(t *testing.T) {
	onLeaf(t, func(t *testing.T, sw *Switch, c *client) {
		dump := func(db, pattern string) map[string]struct{ Value map[string]string } {
			rows := map[string]struct{ Value map[string]string }{}
			if err := json.Unmarshal([]byte(c.must("sudo -n sonic-db-dump -n "+db+" -y -k '"+pattern+"'", "")), &rows); err != nil {
				t.Fatal(err)
			}
			return rows
		}
		if got := dump("APPL_DB", "PORT_TABLE:*")["PORT_TABLE:Ethernet0"].Value; got["admin_status"] != "up" || got["oper_status"] != "up" {
			t.Error(got)
		}
		if got := dump("CONFIG_DB", "PORT|*"); len(got) != 4 || got["PORT|Ethernet4"].Value["admin_status"] != "up" {
			t.Error(got)
		}
		if got := dump("APPL_DB", "LLDP_ENTRY_TABLE:*"); len(got) != 1 || got["LLDP_ENTRY_TABLE:Ethernet0"].Value["lldp_rem_sys_name"] != "spine1" {
			t.Error(got)
		}
		profile := dump("APPL_DB", "BUFFER_PG_TABLE:*")["BUFFER_PG_TABLE:Ethernet0:3-4"].Value["profile"]
		if dump("APPL_DB", "BUFFER_PROFILE_TABLE:*")["BUFFER_PROFILE_TABLE:"+profile].Value["xoff"] == "" {
			t.Errorf("%s has no headroom", profile)
		}
		counters := dump("COUNTERS_DB", "COUNTERS*")
		queue := counters["COUNTERS_QUEUE_NAME_MAP"].Value["Ethernet0:3"]
		if counters["COUNTERS:"+queue].Value["SAI_QUEUE_STAT_DROPPED_PACKETS"] != "0" {
			t.Errorf("queue %s: %v", queue, counters["COUNTERS:"+queue])
		}
		inject(t, sw, Fault{Name: FaultDrops})
		inject(t, sw, Fault{Name: FaultLinkDown})
		if got := dump("APPL_DB", "PORT_TABLE:*")["PORT_TABLE:Ethernet0"].Value["oper_status"]; got != "down" {
			t.Error(got)
		}
		if got := dump("COUNTERS_DB", "COUNTERS*")["COUNTERS:"+queue].Value["SAI_QUEUE_STAT_DROPPED_PACKETS"]; got == "0" {
			t.Error("nothing is dropped")
		}
		onlyThree := `[{"op":"replace","path":"/PORT_QOS_MAP/Ethernet0/pfc_enable","value":"3"},{"op":"replace","path":"/PORT_QOS_MAP/Ethernet0/pfcwd_sw_enable","value":"3"}]`
		for _, programmed := range []bool{false, true} {
			if !programmed {
				inject(t, sw, Fault{Name: FaultUnprogrammed})
			}
			c.must("sudo -n config apply-patch /dev/stdin", onlyThree)
			if _, has := dump("APPL_DB", "BUFFER_PG_TABLE:*")["BUFFER_PG_TABLE:Ethernet0:3"]; has != programmed {
				t.Errorf("hardware has what is configured: %v", has)
			}
			sw.Heal()
		}
	}, func(c *Config) { c.Links = []Link{{"Ethernet0", "spine1", "Ethernet1/1"}} })
}

// TestPlanOfSONiC sends the plan of the example, as an operator does, in a unit under the locks, and as gNMI Sets: both end at what the
// plan predicts, and the undo takes it back.
func TestPlanOfSONiC(t *testing.T) {
	in, _ := exampleInput(t, "leaf4")
	res := plan.Make(in)
	if res.Device.Status != plan.Change {
		t.Fatalf("%v: %s", res.Device.Status, res.Device.Reason)
	}
	for name, send := range map[string]func(*testing.T, *Switch, []plan.Step){"patches": sendPatches, "sets": sendSets} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				sw, err := New(Config{Name: in.Name, Vendor: in.Vendor, Platform: in.Site.Platform, Running: in.Running, Users: []User{{Name: "admin", Password: secret}}})
				if err != nil {
					t.Fatal(err)
				}
				send(t, sw, res.Device.Steps)
				sameConfig(t, in.Vendor, "after the plan", sw.Running(), res.Predicted.Bytes())
				send(t, sw, res.Device.Undo.Steps)
				sameConfig(t, in.Vendor, "after the undo", sw.Running(), in.Running)
				if err := sw.Close(); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}

// TestStartOfSONiC sends what sets up a switch that has nothing but its ports: row by row it ends where the device model does at once,
// as patches and as gNMI Sets, and every port is up again.
func TestStartOfSONiC(t *testing.T) {
	in, _ := exampleInput(t, "leaf4")
	plainest, steps := in.Vendor.(vendors.Starter).Start(in.Desired, in.Site)
	device := in.Vendor.Replay(plainest, in.Site.Platform, nil)
	var sent []plan.Step
	for _, s := range steps {
		if _, err := device.Do(s); err != nil {
			t.Fatal(err)
		}
		sent = append(sent, plan.Step{Commands: s.Commands})
	}
	want := device.Config().Bytes()
	for name, send := range map[string]func(*testing.T, *Switch, []plan.Step){"patches": sendPatches, "sets": sendSets} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				sw, err := New(Config{Name: in.Name, Vendor: in.Vendor, Platform: in.Site.Platform, Running: plainest.Bytes(), Users: []User{{Name: "admin", Password: secret}}})
				if err != nil {
					t.Fatal(err)
				}
				from := time.Now()
				send(t, sw, sent)
				sameConfig(t, in.Vendor, "set up", sw.Running(), want)
				if rows := int(time.Since(from) / perWrite); rows < 50 {
					t.Errorf("only %d rows were written", rows)
				}
				if err := sw.Close(); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}

// exampleInput is what the plan of a switch of the mixed example is made from.
func exampleInput(t testing.TB, name string) (plan.Input, *compiler.Unit) {
	const dir = "../examples/mixed"
	in, diags := intent.Load(dir, intent.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	compiled, diags := compiler.Compile(in, compiler.Options{Dir: dir})
	if diags.HasErrors() {
		t.Fatal(diags.Errs())
	}
	for _, u := range compiled.Units {
		if u.Device.Name != name {
			continue
		}
		running, err := os.ReadFile(filepath.Join(dir, "backups", name+vendors.ExtensionOf(u.Vendor)))
		if err != nil {
			t.Fatal(err)
		}
		return plan.Input{
			Name: name, Vendor: u.Vendor, Site: u.Site, Fitted: u.Fitted, Deviations: u.Deviations, Desired: u.Desired,
			Running: running, Options: plan.Options{MaxDisruption: vendors.Reload},
		}, u
	}
	t.Fatalf("the example has no %s", name)
	return plan.Input{}, nil
}

func sendPatches(t *testing.T, sw *Switch, steps []plan.Step) {
	c := dial(t, sw)
	defer c.close()
	for _, s := range steps {
		if len(s.Commands) == 1 && strings.HasPrefix(s.Commands[0], "[") {
			c.must("sudo -n config apply-patch /dev/stdin", s.Commands[0])
			continue
		}
		c.must("sudo -n sh -e", strings.Join(s.Commands, "\n"))
	}
}

// TestSONiCLeftovers wants what other runs left, and what is in the way, to be claimed by the operator; and that a busy switch refuses.
func TestSONiCLeftovers(t *testing.T) {
	for fault, what := range map[string]string{FaultCheckpoint: "checkpoint", FaultUnit: "unit", FaultBusy: "configuration reload"} {
		live(t, leaf, func(t *testing.T, p *person) {
			inject(t, p.sw, Fault{Name: fault})
			o, done := p.operate()
			defer done()
			claims, err := o.Claims(t.Context())
			must(t, err)
			if len(claims) != 1 || claims[0].What != what || vendors.IsTx(claims[0].Tx) != (fault != FaultBusy) {
				t.Errorf("%s: %v", fault, claims)
			}
		})
	}
	sw := switchOf(t, leaf, "")
	defer sw.Close()
	for _, fault := range []string{FaultTrial, FaultCheckpoints} {
		if err := sw.Inject(Fault{Name: fault}); err == nil {
			t.Errorf("a SONiC switch has no %s", fault)
		}
	}
}

// TestSONiCOnDisk wakes a switch with what it had: its files, and what runs.
func TestSONiCOnDisk(t *testing.T) {
	dir := t.TempDir()
	for i := range 2 {
		sw := switchOf(t, leaf, dir)
		c := dial(t, sw)
		if i == 0 {
			c.must("sudo -n config checkpoint weft-0123456789; sudo -n config interface shutdown Ethernet4", "")
		} else if fieldOf(sw, "PORT", "Ethernet4", "admin_status") != "down" || !strings.Contains(c.must("sudo -n config list-checkpoints", ""), "weft-0123456789") {
			t.Errorf("what it had is gone: %s", sw.Running())
		}
		c.close()
		if err := sw.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// BenchmarkUpdater tells what a patch costs the lab itself.
func BenchmarkUpdater(b *testing.B) {
	sw := switchOf(b, leaf, "")
	defer sw.Close()
	kind := sw.kind.(*sonic)
	for b.Loop() {
		u, err := kind.considerPatch([]byte(weightPatch))
		if err != nil {
			b.Fatal(err)
		}
		for i := range u.moves {
			if err := kind.write(b.Context(), &u.moves[i]); err != nil {
				b.Fatal(err)
			}
		}
	}
}
